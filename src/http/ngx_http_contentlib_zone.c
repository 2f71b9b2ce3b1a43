
/*
 * Copyright (C) contentlib authors
 *
 * Where workers count: a zone of shared memory for each library, with a slot
 * for each worker.
 *
 * nginx keeps a zone while its name stays, so the figures of a library outlast
 * a reload, whatever becomes of other libraries.  A worker takes a slot that
 * nobody has, or one of a worker that was killed, and goes on counting from
 * where that one ended: sums never go back.
 *
 * A process without a master, whose configurations may end before it does, and
 * a worker that finds no slot count in memory of the configuration.
 */


#include <http/ngx_http_contentlib.h>


#define NGX_HTTP_CONTENTLIB_ZONE   "contentlib_status:"
#define NGX_HTTP_CONTENTLIB_SLOTS  256

/* what nginx puts in front of it, and what it rounds up */

#define NGX_HTTP_CONTENTLIB_PAGES  16

/* no two workers write to one line of the processor's memory */

#define NGX_HTTP_CONTENTLIB_LINE   ((size_t) 128)
#define NGX_HTTP_CONTENTLIB_SLOT                                              \
    ngx_align(sizeof(contentlib_figures_t), NGX_HTTP_CONTENTLIB_LINE)


typedef struct {
    ngx_atomic_t              pid;          /* 0: nobody's */
    ngx_atomic_t              used;         /* there is something in it */
} ngx_http_contentlib_owner_t;


/* slots that nobody has had are not touched: they take no memory */

typedef struct {
    ngx_http_contentlib_owner_t  owners[NGX_HTTP_CONTENTLIB_SLOTS];
    u_char                      *slots;
} ngx_http_contentlib_zone_t;


static ngx_shm_zone_t *ngx_http_contentlib_add_zone(ngx_conf_t *cf,
    const ngx_str_t *path);
static ngx_int_t ngx_http_contentlib_init_zone(ngx_shm_zone_t *shm_zone,
    void *data);
static ngx_uint_t ngx_http_contentlib_ended(ngx_atomic_uint_t pid);
static contentlib_figures_t *ngx_http_contentlib_take_slot(
    ngx_http_contentlib_zone_t *zone);
static contentlib_figures_t *ngx_http_contentlib_slot(
    ngx_http_contentlib_zone_t *zone, ngx_uint_t i);


ngx_int_t
ngx_http_contentlib_add_zones(ngx_conf_t *cf)
{
    ngx_uint_t                         i;
    ngx_shm_zone_t                   **zone;
    contentlib_source_t              **sources;
    ngx_http_contentlib_main_conf_t   *mcf;

    mcf = ngx_http_conf_get_module_main_conf(cf, ngx_http_contentlib_module);

    if (!mcf->status || mcf->sources.nelts == 0) {
        return NGX_OK;
    }

    if (ngx_array_init(&mcf->zones, cf->pool, mcf->sources.nelts,
                       sizeof(ngx_shm_zone_t *))
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    sources = mcf->sources.elts;

    for (i = 0; i < mcf->sources.nelts; i++) {

        sources[i]->figures = ngx_pcalloc(cf->pool,
                                          sizeof(contentlib_figures_t));
        zone = ngx_array_push(&mcf->zones);

        if (sources[i]->figures == NULL || zone == NULL) {
            return NGX_ERROR;
        }

        *zone = ngx_http_contentlib_add_zone(cf, &sources[i]->path);

        if (*zone == NULL) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_shm_zone_t *
ngx_http_contentlib_add_zone(ngx_conf_t *cf, const ngx_str_t *path)
{
    size_t           size;
    u_char          *p;
    ngx_str_t        name;
    ngx_shm_zone_t  *zone;

    name.len = sizeof(NGX_HTTP_CONTENTLIB_ZONE) - 1 + path->len;
    name.data = ngx_pnalloc(cf->pool, name.len);

    if (name.data == NULL) {
        return NULL;
    }

    p = ngx_cpymem(name.data, NGX_HTTP_CONTENTLIB_ZONE,
                   sizeof(NGX_HTTP_CONTENTLIB_ZONE) - 1);
    ngx_memcpy(p, path->data, path->len);

    size = sizeof(ngx_http_contentlib_zone_t)
           + NGX_HTTP_CONTENTLIB_SLOTS * NGX_HTTP_CONTENTLIB_SLOT;
    size = ngx_align(size, ngx_pagesize)
           + NGX_HTTP_CONTENTLIB_PAGES * ngx_pagesize;

    zone = ngx_shared_memory_add(cf, &name, size, &ngx_http_contentlib_module);

    if (zone != NULL) {
        zone->init = ngx_http_contentlib_init_zone;
    }

    return zone;
}


static ngx_int_t
ngx_http_contentlib_init_zone(ngx_shm_zone_t *shm_zone, void *data)
{
    ngx_slab_pool_t             *pool;
    ngx_http_contentlib_zone_t  *zone;

    if (data != NULL) {
        shm_zone->data = data;
        return NGX_OK;
    }

    pool = (ngx_slab_pool_t *) shm_zone->shm.addr;

    if (shm_zone->shm.exists) {
        shm_zone->data = pool->data;
        return NGX_OK;
    }

    zone = ngx_slab_calloc(pool, sizeof(ngx_http_contentlib_zone_t));
    if (zone == NULL) {
        return NGX_ERROR;
    }

    /* pages: aligned as well as anything can be */

    zone->slots = ngx_slab_alloc(pool, NGX_HTTP_CONTENTLIB_SLOTS
                                       * NGX_HTTP_CONTENTLIB_SLOT);
    if (zone->slots == NULL) {
        return NGX_ERROR;
    }

    pool->data = zone;
    shm_zone->data = zone;

    return NGX_OK;
}


void
ngx_http_contentlib_take_slots(ngx_http_contentlib_main_conf_t *mcf)
{
    ngx_uint_t              i;
    ngx_shm_zone_t        **zones;
    contentlib_figures_t   *figures;
    contentlib_source_t   **sources;

    if (ngx_process == NGX_PROCESS_SINGLE) {
        return;
    }

    sources = mcf->sources.elts;
    zones = mcf->zones.elts;

    for (i = 0; i < mcf->zones.nelts; i++) {

        figures = ngx_http_contentlib_take_slot(zones[i]->data);

        if (figures != NULL) {
            sources[i]->figures = figures;
        }
    }
}


static contentlib_figures_t *
ngx_http_contentlib_take_slot(ngx_http_contentlib_zone_t *zone)
{
    ngx_uint_t                    i;
    ngx_atomic_uint_t             pid;
    contentlib_figures_t         *figures;
    ngx_http_contentlib_owner_t  *owner;

    for (i = 0; i < NGX_HTTP_CONTENTLIB_SLOTS; i++) {

        owner = &zone->owners[i];
        pid = owner->pid;

        if (!ngx_http_contentlib_ended(pid)
            || !ngx_atomic_cmp_set(&owner->pid, pid,
                                   (ngx_atomic_uint_t) ngx_pid))
        {
            continue;
        }

        figures = ngx_http_contentlib_slot(zone, i);

        if (!owner->used) {
            ngx_memzero(figures, sizeof(contentlib_figures_t));
        }

        contentlib_figures_end(figures);
        owner->used = 1;

        return figures;
    }

    ngx_log_error(NGX_LOG_WARN, ngx_cycle->log, 0,
                  "contentlib: there are too many workers, one is not in "
                  "the sums of the status");

    return NULL;
}


static contentlib_figures_t *
ngx_http_contentlib_slot(ngx_http_contentlib_zone_t *zone, ngx_uint_t i)
{
    return (contentlib_figures_t *) (void *) (zone->slots
                                              + i * NGX_HTTP_CONTENTLIB_SLOT);
}


/* a process of that number, or of no number; that of this one is new */

static ngx_uint_t
ngx_http_contentlib_ended(ngx_atomic_uint_t pid)
{
    return pid == 0 || pid == (ngx_atomic_uint_t) ngx_pid
           || (kill((ngx_pid_t) pid, 0) == -1 && ngx_errno == NGX_ESRCH);
}


/* what it has counted stays */

void
ngx_http_contentlib_leave_slots(ngx_http_contentlib_main_conf_t *mcf)
{
    ngx_uint_t                    i, k;
    ngx_shm_zone_t              **zones;
    contentlib_source_t         **sources;
    ngx_http_contentlib_zone_t   *zone;

    sources = mcf->sources.elts;
    zones = mcf->zones.elts;

    for (i = 0; i < mcf->zones.nelts; i++) {

        sources[i]->figures = NULL;
        zone = zones[i]->data;

        for (k = 0; k < NGX_HTTP_CONTENTLIB_SLOTS; k++) {
            (void) ngx_atomic_cmp_set(&zone->owners[k].pid,
                                      (ngx_atomic_uint_t) ngx_pid, 0);
        }
    }
}


/* all that have counted, and this process if it does so elsewhere */

ngx_int_t
ngx_http_contentlib_slots(ngx_http_contentlib_main_conf_t *mcf, ngx_uint_t i,
    contentlib_status_library_t *library, ngx_pool_t *pool)
{
    ngx_uint_t                    k, own;
    ngx_atomic_uint_t             pid;
    ngx_shm_zone_t              **zones;
    contentlib_source_t         **sources;
    contentlib_status_worker_t   *worker;
    ngx_http_contentlib_zone_t   *zone;

    zones = mcf->zones.elts;
    zone = zones[i]->data;
    sources = mcf->sources.elts;

    worker = ngx_pcalloc(pool, (NGX_HTTP_CONTENTLIB_SLOTS + 1)
                               * sizeof(contentlib_status_worker_t));
    if (worker == NULL) {
        return NGX_ERROR;
    }

    library->path = sources[i]->path;
    library->workers = worker;
    own = 0;

    for (k = 0; k < NGX_HTTP_CONTENTLIB_SLOTS; k++) {

        if (!zone->owners[k].used) {
            continue;
        }

        pid = zone->owners[k].pid;

        if (pid == (ngx_atomic_uint_t) ngx_pid
            || !ngx_http_contentlib_ended(pid))
        {
            worker->pid = (ngx_pid_t) pid;
        }

        worker->number = k;
        worker->figures = ngx_http_contentlib_slot(zone, k);
        own |= (worker->figures == sources[i]->figures);

        worker++;
    }

    if (!own) {
        worker->number = k;
        worker->pid = ngx_pid;
        worker->figures = sources[i]->figures;

        worker++;
    }

    library->n = (ngx_uint_t) (worker - library->workers);

    return NGX_OK;
}
