/* kit_default_outside.c - the default of an option lies below its own least
 * value. */
#include "kit_store.h"

KIT_TOY("kit_default_outside", kit_options[0].dflt = "1k")
