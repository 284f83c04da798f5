// The client of NATS, as it is, loaded at run time: its name differs from release to release, and a
// server that is no node needs none. It keeps no state of ours and decides nothing.
#ifndef CNATS_SHIM_H
#define CNATS_SHIM_H

#include <dlfcn.h>
#include <nats/nats.h>
#include <stdio.h>

#define CNATS_FUNCTIONS(X) \
  X(natsConnection_Close) \
  X(natsConnection_Connect) \
  X(natsConnection_Destroy) \
  X(natsConnection_FlushTimeout) \
  X(natsConnection_GetConnectedUrl) \
  X(natsConnection_GetLastError) \
  X(natsConnection_Publish) \
  X(natsConnection_Status) \
  X(natsConnection_Subscribe) \
  X(natsMsg_Destroy) \
  X(natsMsg_GetData) \
  X(natsMsg_GetDataLength) \
  X(natsMsg_GetSubject) \
  X(natsOptions_Create) \
  X(natsOptions_Destroy) \
  X(natsOptions_LoadCATrustedCertificates) \
  X(natsOptions_LoadCertificatesChain) \
  X(natsOptions_SetClosedCB) \
  X(natsOptions_SetDisconnectedCB) \
  X(natsOptions_SetErrorHandler) \
  X(natsOptions_SetIgnoreDiscoveredServers) \
  X(natsOptions_SetMaxPingsOut) \
  X(natsOptions_SetMaxReconnect) \
  X(natsOptions_SetPingInterval) \
  X(natsOptions_SetReconnectBufSize) \
  X(natsOptions_SetReconnectJitter) \
  X(natsOptions_SetReconnectWait) \
  X(natsOptions_SetReconnectedCB) \
  X(natsOptions_SetRetryOnFailedConnect) \
  X(natsOptions_SetSecure) \
  X(natsOptions_SetSendAsap) \
  X(natsOptions_SetServers) \
  X(natsOptions_SetTimeout) \
  X(natsOptions_SetWriteDeadline) \
  X(natsOptions_UseGlobalMessageDelivery) \
  X(natsStatus_GetText) \
  X(natsSubscription_Destroy) \
  X(nats_SetMessageDeliveryPoolSize)

/// What is called of the library.
struct cnats {
#define CNATS_MEMBER(name) __typeof__(name) *name;
  CNATS_FUNCTIONS(CNATS_MEMBER)
#undef CNATS_MEMBER
};

/// Loads the newest version 3 that is there; 1, or 0 where there is none or it lacks something.
static inline int cnats_load(struct cnats *functions) {
  void *library = NULL;
  for (int minor = 99; !library && minor >= 0; minor--) {
    char name[32];
    snprintf(name, sizeof name, "libnats.so.3.%d", minor);
    library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  if (!library) return 0;
#define CNATS_LOOK_UP(name) \
  if (!(*(void **)&functions->name = dlsym(library, #name))) return 0;
  CNATS_FUNCTIONS(CNATS_LOOK_UP)
#undef CNATS_LOOK_UP
  return 1;
}

#endif
