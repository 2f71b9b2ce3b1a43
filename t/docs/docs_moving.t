#!/usr/bin/perl

# docs/moving.md: its blocks in their order, as they stand but for hosts, ports
# and directories.  The service has another order of keys and puts spaces into
# its JSON.
# Suite: long
# Tests: docs/moving.md

use v5.36;

use lib 't/lib';
use ContentlibTool qw(put slurp);
use File::Basename qw(dirname);
use File::Path qw(make_path remove_tree);
use IO::Socket::INET;
use JSON::PP ();
use POSIX ();
use Test::Contentlib;
use Test::Contentlib::Model;
use Test::Contentlib::Service;
use Test::Contentlib::Source;


my $nginx = $ENV{NGINX_BINARY} // '/usr/sbin/nginx';

# "make run" has the server of the machine

delete $ENV{NGINX_BINARY};

my @items = (image(100, tags => ["\x{c4}rger", 'a b'],
    alt_text => "\x{e9}t\x{e9} \"1\" \x{2028}"), corpus(60));
my @collections = map { collection("c$_", $items[$_], items => [60, 7]) } 1 .. 3;
my $service = service();
my $t = nginx();
my $dir = $t->dir;
my $running;

END {
    my $status = $?;

    kill 'KILL', -$running->{pid} if $running;
    remove_tree("$Test::Contentlib::ROOT/build/run/$running->{port}")
        if $running;
    $? = $status;
}

my %host = (
    'https://api.example.com' => 'http://127.0.0.1:' . $t->port,
    'http://127.0.0.1:8090' => 'http://127.0.0.1:' . $t->port(1),
    'http://127.0.0.1:8000' => $service->host,
    'http://127.0.0.1:8080' => 'http://127.0.0.1:' . free_port(),
);

# the chapter, and what it says beside its blocks

my $text = source_text('docs/moving.md');
my ($three, $import, $script, $again, $prepare, $server, $addresses, $compare,
    $location, @more) = map { here($_) } $text =~ /^```\w*\n(.*?)^```$/msg;

is(scalar @more, 0, 'each block is known');

# three commands

my ($first, $serve, $second) = split /\n/, $three;
my $digest = digest(shell($first));

like($digest, qr/^\w{64}$/, 'the service is imported') or diag($digest);
serves($serve =~ s{\blibrary\.db}{$dir/library.db}r);
is(digest(shell($second)), $digest, 'the new service has the same records');

# the next import prints the lines that the chapter has

my ($command, @lines) = split /\n/, $import;
my %known = map { form($_) => 1 } @lines;
my $said = shell($command =~ s/^\$ //r);

is(join("\n", grep { !$known{form($_)} } split /\n/, $said), '',
    'the lines of an import');
is(digest($said), $digest, 'the same records');

# from the project itself

SKIP: {
    skip 'needs python3', 2 if system 'python3 -c "" 2>/dev/null';

    project();
    put("$dir/records.py", $script);
    like(shell(join "\n", $again =~ /^\$ (.*)$/mg), qr/^library\.db: 61 items,/,
        'the records of the project');
    is(join(' ', map { @{$_->{items}} } grep { $_->{items} }
        ContentlibTool::exported("$dir/library.db", '--members')),
        '7 60 7 60 7 60', 'with those of collections');
}

# responses are compared

is(digest(shell($prepare)), $digest, 'imported for nginx');
put("$dir/conf.d/compare.conf", $server);
$t->get("/api/v1/$_") for '', 'content_items/', 'tags/', 'collections/',
    'search/', 'content_items/100/', 'content_items/99/',
    'content_items/?limit=7&offset=14', 'content_items/?offset=1000',
    'content_items/?limit=0&x=1&x&a=%C3%A4+b', 'content_items/?format=api',
    'content_items/?text=ITEM', 'content_items/?tag=happy%20day&limit=20',
    'content_items/?tag-partial=%C3%A4r', 'content_items/?tag-slug=every',
    'content_items/?text=[1-9]{a,b}', 'tags/?name=a', 'tags/every/', 'tags',
    'tags/none/', 'none/', 'collections/c1/', 'collections/?limit=1';
is(shell($addresses) =~ /test is successful$/m, 1, 'the server: nginx -t');
cmp_ok(slurp("$dir/paths.txt") =~ tr/\n//, '>=', 23, 'addresses of the log');
ok($t->poll(sub { get(1)->status == 200 }), 'it serves');
isnt(get(1)->body, get(0)->body, 'the order of keys differs');
is(shell($compare), '', 'the same responses');

$items[1]{alt_text} = 'another';
$t->library('srv/library', [@items, @collections]);
put("$dir/paths.txt", join '', map { "/api/v1/$_\n" } 'content_items/100/',
    'content_items/60/', 'tags/');
$t->poll(sub { get(1, 'content_items/60/')->body =~ /another/ });
is(shell($compare), "/api/v1/content_items/60/\n", 'another one is named');

my $closed = free_port();

like(shell($compare =~ s/\Q@{[$t->port(1)]}/$closed/r), qr/^curl: \(7\)/,
    'a server that does not respond is named');

# switched, and returned

my $returned = $location =~ s{    \Kcontentlib;\n    \# }{# contentlib;\n    }r;
my ($reload) = $text =~ /^`(nginx -t .*?)` switches/m;

for my $case ([$location => 0], [$returned => 1]) {
    my ($block, $is_old) = @$case;
    my $name = $is_old ? 'returned' : 'switched';

    put("$dir/location", $block);
    is(shell($reload) =~ /test is successful$/m, 1, "$name: nginx -t");
    ok($t->poll(sub { get(0)->body =~ /": / == $is_old }), $name);
    is(get(0)->json->{slug}, 'every', "$name: the same record");
    is(get(0, '')->status, 200, "$name: the root");
}


# What the blocks have in place of hosts and directories.

sub here ($text) {
    $text =~ s/\b\Q$_\E\b/$host{$_}/g for keys %host;
    $text =~ s{(listen +)127\.0\.0\.1:8090}{"${1}127.0.0.1:" . $t->port(1)}e;
    $text =~ s{/srv/library}{$dir/srv}g;
    $text =~ s{/var/log/nginx}{$dir}g;

    return $text;
}

sub shell ($commands) {
    return scalar Test::Contentlib::run(sub {
        $ENV{PATH} = "$dir/bin:" . dirname($Test::Contentlib::PROGRAM)
            . ":$ENV{PATH}";
        chdir $dir;
        exec 'sh', '-e', '-c', $commands;
    });
}

sub digest ($output) { $output =~ /, (\w{64})$/m ? $1 : $output }

# A line without its numbers and addresses.

sub form ($line) {
    return $line =~ s/\b[0-9a-f]{8}(?:[0-9a-f]{56}$|\xe2\x80\xa6)/DIGEST/r
        =~ s/^http\S+/URL/r =~ s/\d+(?:\.\d+)?/N/gr;
}

sub free_port () {
    return IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 1)
        ->sockport;
}

sub get ($n, $path = 'tags/every/') {
    return $t->request('GET', "/api/v1/$path", [], undef, $n);
}

# The service: another order of keys, and spaces.

sub service () {
    my $json = JSON::PP->new->utf8->space_after
        ->sort_by(sub { $JSON::PP::b cmp $JSON::PP::a });
    my $model;

    return Test::Contentlib::Service->new(sub ($path, $n, $headers) {
        $model //= Test::Contentlib::Model->new([@items, @collections],
            base_url => "http://$headers->{host}");

        my ($status, $body, $location) = $model->answer(
            $path =~ m{^/api/v1/([^?]*)\??(.*)});

        return { status => $status,
            body => length $body ? $json->encode($json->decode($body)) : '',
            headers => { $location ? (Location => $location) : () } };
    });
}

# The nginx in front of the service, and the programs of its machine.

sub nginx () {
    my $t = Test::Contentlib->new(start => 0, http => <<'CONF');
    include  %%DIR%%/conf.d/*.conf;

    server {
        listen            127.0.0.1:%%PORT%%;
        proxy_set_header  Host $http_host;
        include           %%DIR%%/location;
    }

    server {
        listen  127.0.0.1:%%PORT_1%%;
    }
CONF

    my $dir = $t->dir;

    # nginx frees nothing when it has tested a configuration

    my %program = (
        'apt-get' => 'test "$*" = "install curl jq"',
        nginx => "ASAN_OPTIONS=\$ASAN_OPTIONS:detect_leaks=0 "
            . "exec $nginx -p $dir/ -c nginx.conf -e test.log \"\$@\"",
        systemctl => "kill -HUP \$(cat $dir/nginx.pid)",
        python => 'test "$*" = "manage.py shell -v 0" && exec python3 -B -',
    );

    make_path(map { "$dir/$_" } qw(bin build conf.d srv));
    symlink $Test::Contentlib::PROGRAM, "$dir/build/contentlib";
    put("$dir/location", 'location /api/v1/ { proxy_pass ' . $service->host
        . '; }');

    for my $name (keys %program) {
        put("$dir/bin/$name", "#!/bin/sh\n$program{$name}\n");
        chmod 0755, "$dir/bin/$name";
    }

    return $t->start;
}

sub serves ($command) {
    my ($port) = $host{'http://127.0.0.1:8080'} =~ /(\d+)$/;
    my $pid = fork // die "fork: $!";

    if (!$pid) {
        setpgrp 0, 0;
        $SIG{INT} = 'DEFAULT';
        $ENV{PORT} = $port;
        chdir $Test::Contentlib::ROOT;
        open STDIN, '<', '/dev/null';
        open STDOUT, '>', "$dir/run.log";
        open STDERR, '>&', \*STDOUT;
        exec 'sh', '-c', "exec $command" or POSIX::_exit(127);
    }

    $running = { pid => $pid, port => $port };
    ok($t->poll(sub {
        IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port");
    }, 60), 'make run serves') or diag(slurp("$dir/run.log"));
}

# A Django project with the records.

sub project () {
    my $python = <<'PYTHON';
import json

class All:
    def __init__(self, records): self.records = records
    def all(self): return self.records
    def order_by(self, key): return All(sorted(self.records,
        key=lambda r: r.pk, reverse=key == "-pk")).all()

class Record:
    def __init__(self, fields, pk):
        self.fields, self.pk = fields, pk
        self.items = All([Record({}, i) for i in fields.pop("items", [])])

class Serializer:
    def __init__(self, record, context): self.data = record.fields

class JSONRenderer:
    def render(self, data): return json.dumps(data).encode()

records = [json.loads(line) for line in open("project.ndjson")]
items = [r for r in records if "id" in r]
tags = {t["slug"]: t for i in items for t in i["tags"]}.values()

class Tag: objects = All([Record(t, n) for n, t in enumerate(tags)])
class Item: objects = All([Record(i, i["id"]) for i in items])
class Collection: objects = All([Record(r, n) for n, r in enumerate(records)
    if "id" not in r])
TagSerializer = ItemSerializer = CollectionSerializer = Serializer
PYTHON

    put("$dir/project.py", $python);
    put("$dir/project.ndjson", records_text(@items, @collections));

    for my $module (qw(rest_framework/renderers library/models
        library/serializers))
    {
        make_path(dirname("$dir/$module"));
        put("$dir/$module.py", "from project import *\n");
    }
}
