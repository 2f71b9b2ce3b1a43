# contentlib.  "make help" prints the lines that begin with ##, and
# docs/contributing.md describes these targets.  All output goes to build/.
# t/suites.mk has the targets of the other test suites.

CC         ?= cc
PORT       ?= 8080
HOST       ?= 127.0.0.1
NGINX_SRC  ?= /usr/share/nginx/src
NGINX_BINARY ?= nginx
JOBS       ?= $(shell nproc 2>/dev/null || echo 2)
PROVE_JOBS ?= $(JOBS)

# JOBS=1 builds one file at a time

ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(JOBS)
endif

# V=1 shows the commands

Q = $(if $(V),,@)

# "static" builds nginx with the module, from a complete source tree

LINKAGE ?= dynamic

STATIC = $(filter static,$(LINKAGE))

BUILD  = $(CURDIR)/build
OBJS   = $(BUILD)/$(or $(STATIC),nginx)
MODULE = $(BUILD)/ngx_http_contentlib_module.so
TOOL   = $(BUILD)/contentlib

WARNINGS = -Wall -Wextra -Wshadow -Wconversion -Wno-unused-parameter \
           -Werror

# flags for our sources only, not for nginx

OWN_CFLAGS =

# no warnings about nginx's headers

NGINX_INCLUDES = $(foreach dir,core event event/modules event/quic os/unix \
                   http http/modules http/v2 http/v3,\
                   -isystem $(NGINX_SRC)/src/$(dir))

# Debian's source tree contains the flags with which nginx was built

ifneq ($(wildcard $(NGINX_SRC)/conf_flags),)
NGINX_FLAGS   = . ./conf_flags; set -- "$${NGX_CONF_FLAGS[@]}"
BUILD_CFLAGS  := $(shell dpkg-buildflags --get CFLAGS) \
                 $(shell dpkg-buildflags --get CPPFLAGS) -fPIC
BUILD_LDFLAGS := $(shell dpkg-buildflags --get LDFLAGS) -fPIC
else
NGINX_FLAGS   = eval "set -- --with-compat $$NGINX_CONFIGURE_FLAGS"
BUILD_CFLAGS  = -g -O2
endif

ADD_MODULE = $(if $(STATIC),--add-module,--add-dynamic-module)

CONFIGURE = $(firstword $(wildcard $(NGINX_SRC)/configure \
              $(NGINX_SRC)/auto/configure))

LIBRARY_SOURCES = $(wildcard src/text/*.c src/api/*.c src/cache/*.c \
                    src/library/*.c \
                    src/json/*.c)
TOOL_SOURCES    = $(wildcard src/tool/*.c src/tool/*/*.c)
HEADERS         = $(wildcard src/*/*.h src/*/*/*.h)
MODULE_SOURCES  = ngx_http_contentlib_module.c $(wildcard src/http/*.c \
                    src/service/*.c src/metrics/*.c) $(LIBRARY_SOURCES)

TOOL_CFLAGS = $(BUILD_CFLAGS) $(CFLAGS) $(OWN_CFLAGS) $(WARNINGS) \
              $(NGINX_INCLUDES) -I$(OBJS) -Isrc
TOOL_OBJS   = $(patsubst src/%.c,$(BUILD)/tool/%.o,\
                $(filter-out src/api/% %/contentlib_cache.c \
                  %/contentlib_gzip.c,\
                  $(LIBRARY_SOURCES)) $(TOOL_SOURCES))
TOOL_LIBS   = -ljson-c -lsqlite3 -lutf8proc -lz -lcrypto -lcurl -lcsv \
              $(ISAL_LIBS)

# ISA-L, if configure has found it

ISAL_LIBS = $(shell grep -q CONTENTLIB_ISAL $(OBJS)/ngx_auto_config.h \
              && echo -lisal)

BUILD_PACKAGES = gcc make libc6-dev nginx-dev libjson-c-dev libsqlite3-dev \
                 libisal-dev libcsv-dev \
                 libutf8proc-dev zlib1g-dev libssl-dev libcurl4-openssl-dev
RUN_PACKAGES   = $(BUILD_PACKAGES) nginx curl

# for contentlib-pictures

PICTURES_PACKAGES = libimage-exiftool-perl libvips-tools libxml-parser-perl

# no package if npm is installed in another way

NPM_PACKAGES = $(if $(shell command -v npm),,npm)

# for downloading and converting the OpenMoji sample

ifeq ($(SAMPLE),openmoji)
SAMPLE_PACKAGES = jq $(NPM_PACKAGES)
endif

TEST_PACKAGES  = $(RUN_PACKAGES) $(PICTURES_PACKAGES) perl sqlite3 jq openssl \
                 binutils rsync lowdown libio-socket-ssl-perl

## all              build the module and the program, as "make" alone
.PHONY: all
all: $(MODULE) $(TOOL)

## help             print this list
.PHONY: help
help:
	@sed -n 's/^## /make /p' $(MAKEFILE_LIST)


# The warning flags are passed to make and not to configure.  With them, the
# probes of configure would fail, and the module would be incompatible with
# nginx.
# configure must run in nginx's tree, and writes to the build directory only.
# An error of "config" is one line, which says everything.

$(OBJS)/Makefile: config data/schema.sql Makefile
	@test -n "$(CONFIGURE)" || { echo "there is no nginx source tree in" \
	    "$(NGINX_SRC): apt-get install nginx-dev, or set NGINX_SRC"; \
	    exit 1; }
	@mkdir -p $(BUILD)
	@echo configure
	$(Q)cd $(NGINX_SRC) && bash -c '$(NGINX_FLAGS); \
	    $(CONFIGURE) --with-cc="$(CC)" \
	    --with-cc-opt="$(strip $(BUILD_CFLAGS) $(CFLAGS))" \
	    --with-ld-opt="$(strip $(BUILD_LDFLAGS) $(LDFLAGS))" "$$@" \
	    $(ADD_MODULE)=$(CURDIR) --builddir=$(OBJS)' \
	    > $(BUILD)/configure.log 2>&1 \
	    || { sed -n 's/.*: error: \(contentlib needs\)/\1/p' \
	        $(BUILD)/configure.log | grep . \
	        || tail -n 20 $(BUILD)/configure.log; rm -f $@; exit 1; }

NGINX_MAKE = $(MAKE) $(if $(V),,-s) -C $(NGINX_SRC) -f $(OBJS)/Makefile \
             --no-print-directory
OWN_CC     = CC="$(CC) $(OWN_CFLAGS) $(WARNINGS) $(strip $(NGINX_INCLUDES))"

$(MODULE): $(OBJS)/Makefile $(MODULE_SOURCES) $(HEADERS)
	@echo module
	+$(Q)$(NGINX_MAKE) $(OWN_CC) modules
	$(Q)cp --remove-destination $(OBJS)/ngx_http_contentlib_module.so $@

# requires a complete source tree

$(OBJS)/nginx: $(OBJS)/Makefile $(if $(STATIC),$(MODULE_SOURCES) $(HEADERS))
	@echo nginx
	+$(if $(STATIC),$(Q)$(NGINX_MAKE) $(OWN_CC) \
	    $$(grep -o '^[^ :]*/addon/[^ :]*\.o' $(OBJS)/Makefile))
	+$(Q)$(NGINX_MAKE) binary

## static           build an nginx that contains the module: NGINX_SRC=
.PHONY: static
static:
	@$(MAKE) --no-print-directory LINKAGE=static $(BUILD)/static/nginx

$(TOOL): $(TOOL_OBJS)
	@echo program
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(BUILD_LDFLAGS) $(LDFLAGS) $(TOOL_LIBS)

$(BUILD)/tool/%.o: src/%.c $(HEADERS) $(OBJS)/Makefile
	@mkdir -p $(@D)
	@echo $<
	$(Q)$(CC) $(TOOL_CFLAGS) -c -o $@ $<

# LIBRARY and MEDIA come from the environment or the command line, so they are
# in the environment of the recipe, whatever characters they have

RUN = PORT="$(PORT)" HOST="$(HOST)" BUILD="$(BUILD)" SAMPLE="$(SAMPLE)" \
      NGINX_BINARY="$(NGINX_BINARY)"

## run              install, build and serve the sample: PORT= HOST= LIBRARY=
.PHONY: run
run:
	@$(RUN) sh conf/run check
	@.ci/install $(RUN_PACKAGES) $(SAMPLE_PACKAGES)
	@test ! -d "$$LIBRARY" || .ci/install $(PICTURES_PACKAGES)
	@$(MAKE) --no-print-directory $(if $(V),,-s) all
	@$(RUN) exec perl conf/foreground sh conf/run

# The other folders of t have tests that need more packages.  Files with the
# line "# Suite: long" have a suite of their own.

TEST_FOLDERS = $(addprefix t/,api cache conf docs http import metrics package \
                 pictures publish search source)
LONG_TESTS   = $(shell grep -lx '\# Suite: long' $(TEST_FILES))
TEST_FILES   = $(wildcard $(addsuffix /*.t,$(TEST_FOLDERS)))

# also if the environment has an empty one

ifeq ($(TESTS),)
TESTS        = $(filter-out $(LONG_TESTS),$(TEST_FILES))
endif

## test             install, build and run the tests: TESTS=t/search
.PHONY: test
test:
	@.ci/install $(TEST_PACKAGES)
	@$(MAKE) --no-print-directory all units faults-shims
	@prove -j $(PROVE_JOBS) $(TESTS)

# PREFIX=/usr/local installs beside the packages.  The manual pages are made if
# there is lowdown.

PREFIX   = /usr
LOWDOWN ?= $(shell command -v lowdown)
MANUALS  = $(addprefix $(BUILD)/man/,contentlib.1 contentlib-pictures.1 \
             ngx_http_contentlib_module.5)
INSTALL  = BUILD="$(BUILD)" DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)"

## install          install files as the packages do: DESTDIR= PREFIX=
.PHONY: install
install: all $(if $(LOWDOWN),$(MANUALS))
	@$(INSTALL) MANUALS="$(if $(LOWDOWN),$(MANUALS))" sh conf/install install
	@$(if $(LOWDOWN),,echo "no manual pages: apt-get install lowdown")

## uninstall        remove these files: DESTDIR= PREFIX=
.PHONY: uninstall
uninstall:
	@$(INSTALL) MANUALS="$(MANUALS)" sh conf/install uninstall

$(MANUALS): conf/man/manual conf/man/page README.md $(wildcard docs/*.md) \
  $(TOOL) conf/contentlib-pictures
	@mkdir -p $(@D)
	@echo manual page $(@F)
	$(Q)conf/man/page $(subst ., ,$(@F)) $(TOOL) > $@.new
	$(Q)mv $@.new $@

# The Debian packages.  dpkg expects conf/debian in "debian", so it is moved
# there in a copy of the sources.

DEB_PACKAGES = $(BUILD_PACKAGES) build-essential debhelper lowdown
DEB_SOURCES  = config ngx_http_contentlib_module.c src data conf docs \
               Makefile README.md LICENSE

## deb              build the Debian packages in build/deb
.PHONY: deb
deb:
	@.ci/install $(DEB_PACKAGES)
	@echo packages in build/deb
	$(Q)rm -rf $(BUILD)/deb
	$(Q)mkdir -p $(BUILD)/deb/source
	$(Q)cp -a $(DEB_SOURCES) $(BUILD)/deb/source
	$(Q)mv $(BUILD)/deb/source/conf/debian $(BUILD)/deb/source/debian
	$(Q)cd $(BUILD)/deb/source && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL \
	    bash -o pipefail -c 'dpkg-buildpackage -us -uc -b 2>&1 \
	        | tee $(BUILD)/deb.log | sed -un "s/^  *dh_/dh_/p; \
	            /^\(configure\|module\|program\|manual page\|src\/\)/p"' \
	    || { tail -n 20 $(BUILD)/deb.log; exit 1; }
	$(Q)ls $(BUILD)/deb/*.deb

# The container image, as an archive in build/image.  buildah makes it, and its
# base is a tree of Debian, so no registry is needed.  Requires root and takes
# five minutes.

IMAGE_PACKAGES      = buildah netavark debootstrap debian-archive-keyring

## image            build the container image in build/image, as root
.PHONY: image
image:
	@.ci/install $(IMAGE_PACKAGES)
	@BUILD="$(BUILD)" sh t/image/build

## clean            remove build/
.PHONY: clean
clean:
	rm -rf $(BUILD)


# packages are built without the tests

-include t/suites.mk
