# The test suites that "make test" does not run, and what they and the unit
# programs are built from.  The Makefile includes this file.

# prometheus has promtool, systemd has systemd-analyze

EXTRA_PACKAGES = $(TEST_PACKAGES) prometheus systemd $(NPM_PACKAGES)
BENCH_PACKAGES = $(RUN_PACKAGES) perl wrk time rsync
EDGE_PACKAGES  = $(TEST_PACKAGES) wrk time iproute2 varnish
FAULTS_PACKAGES = $(TEST_PACKAGES) wrk nghttp2-client strace clang \
                 libclang-rt-dev
COVERAGE_PACKAGES = $(EXTRA_PACKAGES) gcovr
BROWSER_PACKAGES = $(TEST_PACKAGES) $(NPM_PACKAGES) \
                 $(if $(filter firefox,$(BROWSER)),firefox-esr,chromium)
SANITIZE_PACKAGES = $(EXTRA_PACKAGES) dpkg-dev libpcre2-dev
FUZZ_PACKAGES  = $(BUILD_PACKAGES) clang libclang-rt-dev

# the tests of "make test", "make test-long" and "make test-extra"

ALL_TESTS = $(TESTS) $(if $(filter file,$(origin TESTS)),$(LONG_TESTS) t/extra)


# The unit programs are fuzz targets that run with their seeds.  They are linked
# with the program, and with the parts of the module that do not need nginx.

UNIT_FUZZ    = distance marks text
UNITS        = $(addprefix $(BUILD)/unit/,$(UNIT_FUZZ))
UNIT_OBJS    = $(patsubst src/%.c,$(BUILD)/tool/%.o,\
                 $(LIBRARY_SOURCES) $(wildcard src/service/*.c src/metrics/*.c) \
                 src/tool/contentlib_nginx.c) $(BUILD)/unit/nginx.o
UNIT_TOOL_OBJS = $(filter-out %/contentlib_main.o $(UNIT_OBJS),$(TOOL_OBJS))

# replacements for the functions of nginx that src/service calls

$(BUILD)/unit/nginx.o: t/fuzz/fuzz_nginx.c $(OBJS)/Makefile
	@mkdir -p $(@D)
	@echo $<
	$(Q)$(CC) $(TOOL_CFLAGS) -c -o $@ $<

$(BUILD)/unit/%: t/fuzz/%.c t/fuzz/seeds/seeds.c $(wildcard t/fuzz/*.h) \
        $(UNIT_OBJS) $(UNIT_TOOL_OBJS)
	@mkdir -p $(@D)
	@echo $<
	$(Q)$(CC) $(TOOL_CFLAGS) -It/fuzz -o $@ $< t/fuzz/seeds/seeds.c \
	    $(filter %.o,$^) $(BUILD_LDFLAGS) $(LDFLAGS) $(TOOL_LIBS)

$(BUILD)/bench/%: t/bench/%.c $(wildcard t/bench/*.h) $(OBJS)/Makefile
	@mkdir -p $(@D)
	@echo $<
	$(Q)$(CC) $(TOOL_CFLAGS) \
	    -DCORPUS_ENGLISH_FILE='"$(CURDIR)/t/bench/english.words"' \
	    -o $@ $< $(BUILD_LDFLAGS) $(LDFLAGS)


# t/fuzz/<target>.c is a target, and t/fuzz/fuzz_*.c are shared.  Each piece of
# a pool is an allocation of its own, so the sanitizer sees its bounds.  Only
# src has coverage counters.  FUZZ_ADDRESS=no disables AddressSanitizer and the
# tracing of comparisons, which take most of the time.

FUZZ_CC      ?= clang
FUZZ_SECONDS ?= 60
FUZZ_JOBS    ?= 1
FUZZ_ADDRESS ?= yes
FUZZ_BUILD    = $(BUILD)/fuzz$(if $(filter no,$(FUZZ_ADDRESS)),-fast)
FUZZ_FLAGS    = -g -O2 -fno-omit-frame-pointer -fsanitize=undefined \
                -fno-sanitize-recover=undefined \
                $(if $(filter no,$(FUZZ_ADDRESS)),, \
                  -fsanitize=address -DNGX_DEBUG_PALLOC=1)
FUZZ_COVERAGE = -fsanitize=fuzzer-no-link \
                $(if $(filter no,$(FUZZ_ADDRESS)), \
                  -fno-sanitize-coverage=trace-cmp)
FUZZ_CFLAGS   = $(FUZZ_FLAGS) $(WARNINGS) $(NGINX_INCLUDES) -I$(OBJS) -Isrc \
                -It/fuzz
FUZZ_SHARED   = $(wildcard t/fuzz/fuzz_*.c)
FUZZ_TARGETS  = $(patsubst t/fuzz/%.c,%,$(filter-out $(FUZZ_SHARED),\
                  $(wildcard t/fuzz/*.c)))
FUZZ_CHOSEN   = $(shell printf '%s\n' $(FUZZ_TARGETS) | grep -E '$(FUZZ)')
FUZZ_OBJS     = $(patsubst %.c,$(FUZZ_BUILD)/objs/%.o,\
                  $(LIBRARY_SOURCES) $(wildcard src/service/*.c src/metrics/*.c) \
                  src/tool/contentlib_nginx.c $(FUZZ_SHARED))
FUZZ_TOOL_OBJS = $(filter-out $(FUZZ_OBJS),\
                  $(patsubst %.c,$(FUZZ_BUILD)/objs/%.o,\
                    $(filter-out %/contentlib_main.c,$(TOOL_SOURCES))))

$(FUZZ_BUILD)/objs/%.o: %.c $(HEADERS) $(OBJS)/Makefile
	@mkdir -p $(@D)
	@echo $<
	$(Q)$(FUZZ_CC) $(FUZZ_CFLAGS) $(FUZZ_COVERAGE) -c -o $@ $<

$(addprefix $(FUZZ_BUILD)/,$(FUZZ_TARGETS)): $(FUZZ_BUILD)/%: t/fuzz/%.c \
        $(wildcard t/fuzz/*.h) $(FUZZ_OBJS) $(FUZZ_TOOL_OBJS)
	@mkdir -p $(@D)
	@echo $<
	$(Q)$(FUZZ_CC) $(FUZZ_CFLAGS) -c -o $@.o $<
	$(Q)$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer $(FUZZ_WRAP) -o $@ $@.o \
	    $(filter %.o,$^) $(TOOL_LIBS)

# a command that fails calls exit(), see t/fuzz/fuzz_library.h

$(addprefix $(FUZZ_BUILD)/,library publish service): FUZZ_WRAP = -Wl,--wrap=exit


## test-long        the tests that take long
.PHONY: test-long
test-long:
	@.ci/install $(TEST_PACKAGES)
	@$(MAKE) --no-print-directory all units faults-shims
	@prove -j $(PROVE_JOBS) $(LONG_TESTS)

# the tests that need npm, promtool, systemd-analyze or a terminal

## test-extra       the tests that need npm, promtool or systemd
.PHONY: test-extra
test-extra:
	@.ci/install $(EXTRA_PACKAGES)
	@$(MAKE) --no-print-directory all $(BUILD)/openapi/installed
	prove -j $(PROVE_JOBS) t/extra

## test-all         test, test-long, test-extra and browser
.PHONY: test-all
test-all: test
	@$(MAKE) --no-print-directory test-long
	@$(MAKE) --no-print-directory test-extra
	@$(MAKE) --no-print-directory browser

# tests the explorer in Chromium, or with BROWSER=firefox in Firefox;
# PROGRAMS=regex selects programs

## browser          test the explorer in a browser: BROWSER= PROGRAMS=
.PHONY: browser
browser:
	@.ci/install $(BROWSER_PACKAGES)
	@$(MAKE) --no-print-directory all $(BUILD)/browser/installed
	@BUILD="$(BUILD)" BROWSER="$(BROWSER)" FAULTS="$(PROGRAMS)" sh t/faults/run t/browser

$(BUILD)/%/installed: t/%/package.json t/%/package-lock.json
	@mkdir -p $(@D)
	@echo packages of npm
	$(Q)cp $^ $(@D)
	$(Q)cd $(@D) && npm ci --no-audit --no-fund --cache cache > npm.log 2>&1 \
	    || { tail -n 20 npm.log; exit 1; }
	$(Q)rm -rf $(@D)/cache
	$(Q)touch $@

.SECONDARY: $(UNIT_OBJS) $(UNIT_TOOL_OBJS)

## units            build the fuzz targets that "make test" runs
.PHONY: units
units: $(UNITS) $(BUILD)/bench/corpus


## bench            measure the speed: BENCH=
.PHONY: bench
bench:
	@.ci/install $(BENCH_PACKAGES)
	@$(MAKE) --no-print-directory all $(BUILD)/bench/corpus
	@BUILD="$(BUILD)" perl t/bench/bench.pl

# FAULTS=regex selects programs.  The shared objects are preloaded into nginx
# or the program.

FAULTS_SHIMS = $(patsubst t/faults/%.c,$(BUILD)/faults/%.so,\
                 $(wildcard t/faults/*.c))

## faults           test publishing, failures and load, one hour: FAULTS=
.PHONY: faults faults-shims
faults:
	@.ci/install $(FAULTS_PACKAGES)
	@$(MAKE) --no-print-directory all faults-shims $(BUILD)/bench/corpus \
	    $(BUILD)/faults/mutants
	@BUILD="$(BUILD)" FAULTS="$(FAULTS)" sh t/faults/run

faults-shims: $(FAULTS_SHIMS)

# Tests conf/edge.conf and conf/origin.conf on several machines, which are
# network namespaces.  Requires root.  EDGE=regex selects programs.

## edge             test several machines, as root: EDGE=
.PHONY: edge
edge:
	@.ci/install $(EDGE_PACKAGES)
	@$(MAKE) --no-print-directory all $(BUILD)/bench/corpus
	@BUILD="$(BUILD)" FAULTS="$(EDGE)" sh t/faults/run t/edge

# the program that reads mutated libraries, with sanitizers

$(BUILD)/faults/mutants: $(wildcard t/faults/mutants/*) \
  $(wildcard t/fuzz/*.h) $(FUZZ_OBJS) $(FUZZ_TOOL_OBJS)
	@mkdir -p $(@D)
	@echo $<
	$(Q)$(FUZZ_CC) $(FUZZ_CFLAGS) -It/faults/mutants -Wl,--wrap=exit -o $@ \
	    t/faults/mutants/mutants.c $(filter %.o,$^) $(TOOL_LIBS)

$(BUILD)/faults/%.so: t/faults/%.c
	@mkdir -p $(@D)
	@echo $<
	$(Q)$(CC) $(BUILD_CFLAGS) $(WARNINGS) -shared -o $@ $< -ldl


# FUZZ=regex selects targets, FUZZ_SECONDS=n sets the time for each target,
# FUZZ_RUNS=n the number of executions, FUZZ_JOBS=n the number of targets at a
# time, FUZZ_LENGTH=n the maximum length of an input, FUZZ_SEED=n the inputs.

## fuzz             run the fuzz targets: FUZZ= FUZZ_SECONDS=
.PHONY: fuzz fuzzers
fuzz:
	@.ci/install $(FUZZ_PACKAGES)
	@$(MAKE) --no-print-directory fuzzers
	@FUZZ_SECONDS="$(FUZZ_SECONDS)" FUZZ_RUNS="$(FUZZ_RUNS)" \
	    FUZZ_JOBS="$(FUZZ_JOBS)" FUZZ_LENGTH="$(FUZZ_LENGTH)" \
	    FUZZ_SEED="$(FUZZ_SEED)" sh t/fuzz/run $(FUZZ_BUILD) $(FUZZ_CHOSEN)

fuzzers: $(addprefix $(FUZZ_BUILD)/,$(FUZZ_CHOSEN))


# All tests with sanitizers in nginx, the module, the program and the unit
# programs.  nginx is built from Debian's sources, with a separate allocation
# for each piece of a pool, so the sanitizer sees its bounds.  nginx copies 0
# bytes from null pointers in many places, so UndefinedBehaviorSanitizer checks
# our sources only.

SANITIZED = $(BUILD)/sanitize

## sanitize         all tests with sanitizers
.PHONY: sanitize sanitized
sanitize:
	@.ci/install $(SANITIZE_PACKAGES)
	@$(MAKE) --no-print-directory all faults-shims $(BUILD)/bench/corpus \
	    $(BUILD)/openapi/installed sanitized
	@sh t/sanitize/run $(SANITIZED) $(PROVE_JOBS) $(ALL_TESTS)
	@$(MAKE) --no-print-directory sanitize-threads

sanitized: $(SANITIZED)/debian/version
	@$(MAKE) --no-print-directory BUILD=$(SANITIZED) \
	    NGINX_SRC=$(SANITIZED)/debian/source \
	    BUILD_CFLAGS="-g -O1 -fno-omit-frame-pointer -fsanitize=address \
	        -DNGX_DEBUG_PALLOC=1 -fPIC" \
	    OWN_CFLAGS="-fsanitize=undefined -fno-sanitize-recover=undefined" \
	    BUILD_LDFLAGS="-fsanitize=address,undefined -static-libubsan" \
	    all units $(SANITIZED)/nginx/nginx

# with ThreadSanitizer in nginx, too

THREADS = $(SANITIZED)/threads

## sanitize-threads all tests with ThreadSanitizer
.PHONY: sanitize-threads
sanitize-threads: $(SANITIZED)/debian/version
	@$(MAKE) --no-print-directory all faults-shims $(BUILD)/bench/corpus
	@$(MAKE) --no-print-directory BUILD=$(THREADS) \
	    NGINX_SRC=$(SANITIZED)/debian/source \
	    BUILD_CFLAGS="-g -O1 -fno-omit-frame-pointer -fsanitize=thread -fPIC" \
	    BUILD_LDFLAGS="-fsanitize=thread" all units $(THREADS)/nginx/nginx
	@sh t/sanitize/run-threads $(THREADS) $(PROVE_JOBS) $(filter-out t/extra,$(ALL_TESTS))

$(SANITIZED)/debian/version: t/sanitize/nginx-source
	@mkdir -p $(SANITIZED)
	@echo sources of nginx
	$(Q)t/sanitize/nginx-source $(@D) > $(SANITIZED)/debian.log 2>&1 \
	    || { tail -n 20 $(SANITIZED)/debian.log; exit 1; }


# Installs the packages in a fresh Debian.  Requires root and takes two minutes.

DEB_TEST_PACKAGES = $(DEB_PACKAGES) perl curl iproute2 lintian debootstrap \
                    apt-utils gnupg

## deb-test         install the packages in a fresh Debian, as root
.PHONY: deb-test
deb-test:
	@.ci/install $(DEB_TEST_PACKAGES)
	@$(MAKE) --no-print-directory deb
	@BUILD="$(BUILD)" TEST_LIMIT=1800 prove -v t/deb

IMAGE_TEST_PACKAGES = $(IMAGE_PACKAGES) curl iproute2 perl jq

## image-test       run the container image, as root
.PHONY: image-test
image-test: image
	@.ci/install $(IMAGE_TEST_PACKAGES)
	@BUILD="$(BUILD)" TEST_LIMIT=600 prove -v t/image


# "make run", "make test" and "make test-long" in a fresh tree of a release of
# Debian, RELEASE=bookworm or RELEASE=trixie.  Requires root and takes a quarter
# of an hour.

RELEASE_PACKAGES = debootstrap debian-archive-keyring

## release          make run and test in a fresh Debian, as root: RELEASE=
.PHONY: release
release:
	@BUILD="$(BUILD)" $(if $(filter file,$(origin TESTS)),,TESTS="$(TESTS)") \
	    exec sh t/release/run "$(RELEASE)" $(RELEASE_PACKAGES)

# What a project publishes, in build/dist.  Requires root, and a secret key of
# gpg: DIST_KEY, or the first one.

DIST_RELEASES ?= bookworm trixie
DIST_PACKAGES  = $(RELEASE_PACKAGES) apt-utils gnupg

## dist             a signed apt repository and the image, as root: DIST_KEY=
.PHONY: dist
dist:
	@.ci/install $(DIST_PACKAGES)
	@DIST_KEY="$(DIST_KEY)" sh t/dist/run --able
	@$(MAKE) --no-print-directory deb
	@$(MAKE) --no-print-directory image
	@BUILD="$(BUILD)" DIST_KEY="$(DIST_KEY)" sh t/dist/run $(DIST_RELEASES)


# All tests with other versions of nginx and other compilers, as a dynamic module
# and built in.  The table is stored in matrix.md.  MATRIX=regex selects rows,
# NGINX_SRC="DIR DIR" adds source trees of nginx.

MATRIX_PACKAGES = $(SANITIZE_PACKAGES) clang
MATRIX_SUITES  ?= trixie
MATRIX_TREES    = $(addprefix $(BUILD)/matrix/,installed $(MATRIX_SUITES))

## matrix           all tests with other nginx and compilers: MATRIX=
.PHONY: matrix
matrix:
	@.ci/install $(MATRIX_PACKAGES)
	@$(MAKE) --no-print-directory NGINX_SRC=/usr/share/nginx/src \
	    all faults-shims $(BUILD)/bench/corpus \
	    $(BUILD)/openapi/installed $(addsuffix /version,$(MATRIX_TREES))
	@MATRIX="$(MATRIX)" bash t/matrix/run $(BUILD) $(PROVE_JOBS) "$(ALL_TESTS)" \
	    $(addsuffix /source,$(MATRIX_TREES)) \
	    $(if $(filter command environment,$(origin NGINX_SRC)),$(NGINX_SRC))

$(BUILD)/matrix/%/version: t/sanitize/nginx-source
	@mkdir -p $(BUILD)/matrix
	@echo sources of nginx: $*
	$(Q)t/sanitize/nginx-source $(@D) $(filter-out installed,$*) \
	    > $(BUILD)/matrix/$*.log 2>&1 \
	    || { tail -n 20 $(BUILD)/matrix/$*.log; exit 1; }


# The branches that the tests execute in the module, the program and the unit
# programs.  The table is stored in coverage.md.  Each piece of a pool is a
# separate allocation, so each can fail.

COVERED = $(BUILD)/coverage

## coverage         print which lines and branches the tests execute
.PHONY: coverage covered
coverage:
	@.ci/install $(COVERAGE_PACKAGES)
	@$(MAKE) --no-print-directory all faults-shims $(BUILD)/bench/corpus \
	    $(BUILD)/openapi/installed covered
	@sh t/coverage/run $(COVERED) $(PROVE_JOBS) $(ALL_TESTS)

covered:
	@$(MAKE) --no-print-directory BUILD=$(COVERED) \
	    BUILD_CFLAGS="-g -O0 -fPIC" \
	    OWN_CFLAGS="--coverage -fprofile-abs-path -fno-builtin-fork \
	        -fprofile-update=atomic -DNGX_DEBUG_PALLOC=1 \
	        -include $(CURDIR)/t/coverage/exit.h" \
	    BUILD_LDFLAGS="-fPIC --coverage" \
	    all units
