-- Prints the results of a run of wrk as one line of names and numbers, which
-- Bench::Load reads.  Times are in microseconds.

function done(summary, latency, requests)
    local errors = summary.errors

    io.write(string.format("RUN requests %d duration %d bytes %d " ..
        "connect %d read %d write %d status %d timeout %d " ..
        "p50 %d p99 %d max %d\n",
        summary.requests, summary.duration, summary.bytes,
        errors.connect, errors.read, errors.write, errors.status,
        errors.timeout, latency:percentile(50), latency:percentile(99),
        latency.max))
end
