/* facts.h - what run.json tells about the export. */
#ifndef NBD_FACTS_H
#define NBD_FACTS_H

#include "session.h"

/* The connection is there. */
void facts_tell(struct session *session);

#endif
