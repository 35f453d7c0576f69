/* kit_help_lines.c - the help of an option has two lines. */
#include "kit_store.h"

KIT_TOY("kit_help_lines", kit_options[1].help = "a word\nand another")
