# bench - see README.md.
#
#   make run      install what is missing, build, measure conf/gige-ramdisk.ini
#   make check    install what is missing, build, run all tests
#   make          build bench and its plugins
#   make bench-peers   beside the bare calls and other tools (ROUNDS, COMPARE)
#   make lab      the gigabit experiment between two namespaces (root)
#   make lint     style and static analysis
#   make help     this, and the rest
#
# Variables: CC, CFLAGS, SAN=1 (address and undefined behaviour sanitizers),
# WERROR=1 (warnings are errors; on in CI), PREFIX, DESTDIR.

PREFIX ?= /usr/local
SAN    ?=
WERROR ?= $(if $(CI),1,)
CFLAGS ?= -O2 -g

comma := ,
BUILD := build$(if $(SAN),/san,)
WARNINGS := -Wall -Wextra -Wshadow -Wpedantic $(if $(WERROR),-Werror,)
SANITIZE := $(if $(SAN),-fsanitize=address$(comma)undefined \
	-fno-sanitize-recover=undefined -fno-omit-frame-pointer,)
STANDARD := -std=c11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64
COMPILE = $(CC) $(STANDARD) $(CFLAGS) $(WARNINGS) $(SANITIZE) -MMD -MP

PACKAGES := inih jansson libmd
PACKAGE_CFLAGS = $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
PACKAGE_LIBS = $(shell pkg-config --libs $(PACKAGES) 2>/dev/null || \
	echo -linih -ljansson -lmd)

SOURCES := $(wildcard core/*.c core/*/*.c)
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o)
LIBRARY := $(BUILD)/libbench.a
VERSION := $(shell sed -n 's/^.define BENCH_VERSION "\(.*\)"/\1/p' \
	core/command/command.h)

# Plugins: every folder of plugins/.  NAME.mk says which pkg-config packages
# (NAME_PKGS), libraries (NAME_LIBS) and Debian packages (NAME_DEBS) it needs,
# and which it uses where they are there (NAME_OPTIONAL: pkg-config names): each
# PACKAGE found, of PACKAGE_SINCE or later, defines HAVE_PACKAGE in capitals.
PLUGINS := $(notdir $(patsubst %/,%,$(wildcard plugins/*/)))
include $(wildcard plugins/*/*.mk)
buildable = $(if $($(1)_PKGS),$(shell pkg-config --exists $($(1)_PKGS) \
	2>/dev/null && echo yes),yes)
BUILT := $(foreach name,$(PLUGINS),$(if $(call buildable,$(name)),$(name)))
found = $(if $(shell pkg-config --atleast-version=$(or $($(1)_SINCE),0) \
	$(1) 2>/dev/null && echo yes),$(1))
have = $(if $(1),$(shell echo $(1) | tr a-z.+- A-Z___ | \
	sed "s|[^ ][^ ]*|-DHAVE_&|g"))
$(foreach name,$(BUILT),$(eval $(name)_FOUND := \
	$(foreach package,$($(name)_OPTIONAL),$(call found,$(package)))))
$(foreach name,$(BUILT),$(eval $(name)_USED := \
	$($(name)_PKGS) $($(name)_FOUND)))
$(foreach name,$(BUILT),$(eval $(name)_CFLAGS := $(if $(strip \
	$($(name)_USED)),$(shell pkg-config --cflags $($(name)_USED))) \
	$(call have,$($(name)_FOUND))))
PLUGIN_CFLAGS = $(foreach name,$(BUILT),$($(name)_CFLAGS))
LACKING := $(filter-out $(BUILT),$(PLUGINS))
PLUGIN_FILES := $(BUILT:%=$(BUILD)/plugins/%.so)

TOYS := $(patsubst tests/plugins/%.c,$(BUILD)/tests/plugins/%.so,\
	$(wildcard tests/plugins/toy_*.c tests/plugins/kit_*.c))
UNIT := $(BUILD)/tests/unit/unit

# What reports are made of.  The chart library is there once `make deps` fetched
# it; it is taken as it came.
REPORT := $(BUILD)/report
CHARTS := build/npm/node_modules/echarts
APP := $(addprefix report/app/,data.js words.js colours.js chart.js controls.js \
	lines.js maps.js surface.js sweep.js latency.js begin.js)

# Of the sanitizers' leak check; why: tests/cli/run.sh.
export LSAN_OPTIONS ?= use_tls=0:print_suppressions=0

.DELETE_ON_ERROR:
.PHONY: FORCE all report-assets deps run check check-built test-programs lint format bench-peers lab \
	install uninstall clean help

# The header by name, or make would take it for a step on the way and remove it.
all: $(BUILD)/bench $(PLUGIN_FILES) $(BUILD)/include/bench_plugin.h bench \
		report-assets
	@$(foreach name,$(LACKING),echo "plugin $(name) is not built:" \
		"pkg-config lacks $($(name)_PKGS) (Debian: $($(name)_DEBS))";)
	@$(foreach name,$(BUILT),$(foreach package,\
		$(filter-out $($(name)_FOUND),$($(name)_OPTIONAL)),\
		echo "plugin $(name) is built without $(package)" \
		"(Debian: $($(package)_DEBS))";))

report-assets: $(REPORT)/app.js
	@cp -u report/style.css $(REPORT)
	@[ ! -e $(CHARTS)/dist/echarts.min.js ] || cp -u \
		$(CHARTS)/dist/echarts.min.js $(CHARTS)/LICENSE $(CHARTS)/NOTICE \
		$(REPORT)

# One script, whose names are nobody else's.
$(REPORT)/app.js: $(APP)
	@mkdir -p $(@D)
	@{ printf '(function () {\n%s\n' "'use strict';"; cat $^; echo '})();'; } >$@

# What README calls ./bench.
bench:
	@ln -sfn build/bench bench

$(BUILD)/bench: $(BUILD)/core/main.o $(LIBRARY)
	$(CC) $(SANITIZE) $(LDFLAGS) -o $@ $^ $(PACKAGE_LIBS) -lm -ldl -lpthread

$(LIBRARY): $(filter-out $(BUILD)/core/main.o,$(OBJECTS))
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/core/%.o: core/%.c
	@mkdir -p $(@D)
	$(COMPILE) -DBENCH_PLUGIN_DIR='"$(PREFIX)/lib/bench/plugins"' \
		-Icore $(PACKAGE_CFLAGS) -c -o $@ $<

# A plugin sees the contract and nothing else of core/.
$(BUILD)/include/%.h: core/%.h
	@mkdir -p $(@D)
	cp $< $@

# One rule a plugin: all of its folder's files, only its own library.  A library
# that comes or goes is a reason to compile anew.
define plugin_rule
$$(BUILD)/plugins/$(1).so: $$(patsubst %.c,$$(BUILD)/%.o,\
		$$(wildcard plugins/$(1)/*.c))
	$$(CC) $$(SANITIZE) $$(LDFLAGS) -shared -o $$@ $$^ \
		$$(if $$(strip $$($(1)_USED)),$$(shell pkg-config --libs $$($(1)_USED))) \
		$$($(1)_LIBS)
$$(BUILD)/plugins/$(1)/%.o: plugins/$(1)/%.c $$(BUILD)/include/bench_plugin.h \
		$$(BUILD)/plugins/$(1)/flags
	@mkdir -p $$(@D)
	$$(COMPILE) -fPIC -fvisibility=hidden -I$$(BUILD)/include \
		$$($(1)_CFLAGS) -c -o $$@ $$<
$$(BUILD)/plugins/$(1)/flags: FORCE
	@mkdir -p $$(@D)
	@echo '$$($(1)_CFLAGS)' | cmp -s - $$@ || echo '$$($(1)_CFLAGS)' >$$@
endef
$(foreach name,$(BUILT),$(eval $(call plugin_rule,$(name))))

test-programs: all $(UNIT) $(TOYS)

$(UNIT): $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/unit/*.c)) $(LIBRARY)
	$(CC) $(SANITIZE) $(LDFLAGS) -o $@ $^ $(PACKAGE_LIBS) -lcunit -lm -ldl \
		-lpthread

$(BUILD)/tests/unit/%.o: tests/unit/%.c
	@mkdir -p $(@D)
	$(COMPILE) -DTOY_DIR='"$(CURDIR)/$(BUILD)/tests/plugins"' \
		-DPLUGIN_DIR='"$(CURDIR)/$(BUILD)/plugins"' -Icore -Itests/unit \
		$(PACKAGE_CFLAGS) -c -o $@ $<

$(BUILD)/tests/plugins/%.so: tests/plugins/%.c $(BUILD)/include/bench_plugin.h
	@mkdir -p $(@D)
	$(COMPILE) -fPIC -shared -fvisibility=hidden -I$(BUILD)/include -o $@ $<

deps:
	@deps/install.sh
	@deps/charts.sh

run: deps
	@$(MAKE) --no-print-directory all
	./bench -c gige-ramdisk.ini

check: deps
	@$(MAKE) --no-print-directory check-built

check-built: test-programs
	$(UNIT)
	tests/house.sh
	BENCH_BUILD=$(BUILD) tests/docs.sh
	BENCH_BUILD=$(BUILD) SAN=$(SAN) tests/cli/run.sh

# Ratios to the bare calls and to other tools, measured in turns in one run:
# docs/performance.md.
bench-peers: deps
	@$(MAKE) --no-print-directory all
	tests/peers/peers $(or $(ROUNDS),7) $(COMPARE)

# Two hosts of this machine's own and a shaped link between them.
lab: deps
	@$(MAKE) --no-print-directory all
	tests/lab/experiment

lint: deps
	@PACKAGE_CFLAGS="$(PACKAGE_CFLAGS) $(PLUGIN_CFLAGS)" tests/lint.sh

format:
	clang-format -i $(shell git ls-files -co --exclude-standard '*.c' '*.h')

BINDIR     := $(DESTDIR)$(PREFIX)/bin
PLUGINDIR  := $(DESTDIR)$(PREFIX)/lib/bench/plugins
INCLUDEDIR := $(DESTDIR)$(PREFIX)/include
PKGDIR     := $(DESTDIR)$(PREFIX)/lib/pkgconfig
DATADIR    := $(DESTDIR)$(PREFIX)/share/bench
DOCDIR     := $(DESTDIR)$(PREFIX)/share/doc/bench

install: all
	install -d $(BINDIR) $(PLUGINDIR) $(INCLUDEDIR) $(PKGDIR) $(DATADIR)/conf \
		$(DATADIR)/report $(DATADIR)/skeleton $(DATADIR)/selftest \
		$(DATADIR)/reference $(DOCDIR)
	install -m 755 $(BUILD)/bench $(BINDIR)/bench
	install -m 755 $(PLUGIN_FILES) $(PLUGINDIR)
	install -m 644 core/bench_plugin.h $(INCLUDEDIR)/bench_plugin.h
	cp -R conf/. $(DATADIR)/conf
	install -m 644 $(wildcard skeleton/*) $(DATADIR)/skeleton
	install -m 644 $(wildcard selftest/*) $(DATADIR)/selftest
	cp -R $(REPORT)/. $(DATADIR)/report
	install -m 644 $(wildcard results/reference/*.csv) $(DATADIR)/reference
	install -m 644 README.md $(wildcard docs/*.md) $(DOCDIR)
	printf '%s\n' 'prefix=$(PREFIX)' 'includedir=$${prefix}/include' \
		'plugindir=$${prefix}/lib/bench/plugins' '' 'Name: bench' \
		'Description: storage and transport benchmark, plugin header' \
		'Version: $(VERSION)' 'Cflags: -I$${includedir}' \
		>$(PKGDIR)/bench.pc

uninstall:
	rm -f $(BINDIR)/bench $(INCLUDEDIR)/bench_plugin.h $(PKGDIR)/bench.pc
	rm -rf $(DESTDIR)$(PREFIX)/lib/bench $(DATADIR) $(DOCDIR)

clean:
	rm -rf build bench

help:
	@sed -n 's/^#   //p' Makefile
	@echo "make format | install | uninstall | clean"

-include $(OBJECTS:.o=.d) $(wildcard $(BUILD)/plugins/*/*.d \
	$(BUILD)/tests/*/*.d)
