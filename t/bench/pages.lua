-- Random pages: random offsets and limits, half of the requests with a filter.
--
--     wrk -s pages.lua URL SEED LIST [ENCODING]
--
-- A line of LIST has a query such as "text=cat", a tab, and the number of
-- matches.  The first line has no query, and the number of all items.

dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "report.lua")

local path = "/api/v1/content_items/?"
local all, filters, tail = nil, {}, nil
local random = math.random

function init(args)
    math.randomseed(tonumber(args[1]))

    for line in io.lines(args[2]) do
        local query, count = line:match("^(.*)\t(%d+)$")
        local entry = { query = query ~= "" and query .. "&" or "",
                        count = tonumber(count) }

        if query == "" then
            all = entry
        else
            filters[#filters + 1] = entry
        end
    end

    tail = " HTTP/1.1\r\nHost: localhost\r\n"

    if args[3] then
        tail = tail .. "Accept-Encoding: " .. args[3] .. "\r\n"
    end

    tail = tail .. "\r\n"
end

function request()
    local entry = all

    if random(2) == 1 then
        entry = filters[random(#filters)]
    end

    local limit = random(10, 50)
    local offset = random(0, math.max(0, entry.count - limit))

    return "GET " .. path .. entry.query .. "limit=" .. limit
        .. "&offset=" .. offset .. tail
end
