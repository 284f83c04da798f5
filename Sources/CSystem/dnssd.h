// The part of the DNS-SD interface (dns_sd.h, as Avahi's libdns_sd.so.1 has it) that finds games on
// this network and announces one. The library is loaded at run time, so that the programs start
// where it is absent. Only declarations and one function that looks the others up: it keeps no
// state and decides nothing.
#ifndef CDNSSD_SHIM_H
#define CDNSSD_SHIM_H

#include <dlfcn.h>
#include <stdint.h>

/// One operation that goes on until it is deallocated.
typedef struct cdnssd_operation *cdnssd_operation;

/// A service has come or gone.
typedef void (*cdnssd_browse_reply)(cdnssd_operation operation, uint32_t flags, uint32_t interface,
                                    int32_t error, const char *name, const char *type,
                                    const char *domain, void *context);
/// A service is at this port of that host, both in network byte order.
typedef void (*cdnssd_resolve_reply)(cdnssd_operation operation, uint32_t flags, uint32_t interface,
                                     int32_t error, const char *full_name, const char *host,
                                     uint16_t port, uint16_t text_length,
                                     const unsigned char *text, void *context);
/// A host has this record, or has it no more.
typedef void (*cdnssd_query_reply)(cdnssd_operation operation, uint32_t flags, uint32_t interface,
                                   int32_t error, const char *name, uint16_t type,
                                   uint16_t record_class, uint16_t length, const void *data,
                                   uint32_t seconds_to_live, void *context);
/// A service is announced under this name.
typedef void (*cdnssd_register_reply)(cdnssd_operation operation, uint32_t flags, int32_t error,
                                      const char *name, const char *type, const char *domain,
                                      void *context);

/// What is called of the library.
struct cdnssd {
  int32_t (*browse)(cdnssd_operation *operation, uint32_t flags, uint32_t interface,
                    const char *type, const char *domain, cdnssd_browse_reply reply,
                    void *context);
  int32_t (*resolve)(cdnssd_operation *operation, uint32_t flags, uint32_t interface,
                     const char *name, const char *type, const char *domain,
                     cdnssd_resolve_reply reply, void *context);
  int32_t (*query)(cdnssd_operation *operation, uint32_t flags, uint32_t interface,
                   const char *name, uint16_t type, uint16_t record_class, cdnssd_query_reply reply,
                   void *context);
  int32_t (*announce)(cdnssd_operation *operation, uint32_t flags, uint32_t interface,
                      const char *name, const char *type, const char *domain, const char *host,
                      uint16_t port, uint16_t text_length, const void *text,
                      cdnssd_register_reply reply, void *context);
  int32_t (*update)(cdnssd_operation operation, void *record, uint32_t flags, uint16_t text_length,
                    const void *text, uint32_t seconds_to_live);
  int (*descriptor)(cdnssd_operation operation);
  int32_t (*process)(cdnssd_operation operation);
  void (*deallocate)(cdnssd_operation operation);
};

static const uint32_t cdnssd_flag_add = 0x2;
static const uint16_t cdnssd_type_ipv4 = 1;
static const uint16_t cdnssd_type_ipv6 = 28;
static const uint16_t cdnssd_class_internet = 1;

/// Loads the library; 1, or 0 where it is absent or lacks something.
static inline int cdnssd_load(struct cdnssd *functions) {
  void *library = dlopen("libdns_sd.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  *(void **)&functions->browse = dlsym(library, "DNSServiceBrowse");
  *(void **)&functions->resolve = dlsym(library, "DNSServiceResolve");
  *(void **)&functions->query = dlsym(library, "DNSServiceQueryRecord");
  *(void **)&functions->announce = dlsym(library, "DNSServiceRegister");
  *(void **)&functions->update = dlsym(library, "DNSServiceUpdateRecord");
  *(void **)&functions->descriptor = dlsym(library, "DNSServiceRefSockFD");
  *(void **)&functions->process = dlsym(library, "DNSServiceProcessResult");
  *(void **)&functions->deallocate = dlsym(library, "DNSServiceRefDeallocate");
  return functions->browse && functions->resolve && functions->query && functions->announce
         && functions->update && functions->descriptor && functions->process
         && functions->deallocate;
}

#endif
