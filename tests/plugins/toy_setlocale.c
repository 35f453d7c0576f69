/* toy_setlocale.c - a library that turns the process to a locale with commas
 * for decimal points, as GTK and others do. */
#include <locale.h>
#include "toy.h"

static int turn_locale(void)
{
	static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE",
	                                    "fr_FR.UTF-8", ""};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (setlocale(LC_ALL, names[i]))
			break;
	return 0;
}

#define TOY_NAME "toy_setlocale"
#define TOY_INIT turn_locale
#include "toy_backend.h"

BENCH_REGISTER(backend)
