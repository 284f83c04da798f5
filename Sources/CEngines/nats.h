// The client of NATS, as it is. It keeps no state of ours and decides nothing.
#ifndef CNATS_SHIM_H
#define CNATS_SHIM_H

#include <nats/nats.h>

#endif
