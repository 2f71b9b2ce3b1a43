-- Requests that are all different, one in 32 with a filter: the memory of a
-- worker must not grow with them.
--
--     wrk -s distinct.lua URL SEED LIST FROM
--
-- LIST is the list of pages.lua.  FROM is the number of the first request.

dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "report.lua")

local path = "GET /api/v1/content_items/?limit=1&offset="
local tail = " HTTP/1.1\r\nHost: localhost\r\n\r\n"
local items, number = 0, 0
local filters, texts = {}, {}
local random = math.random

function init(args)
    math.randomseed(tonumber(args[1]))
    number = tonumber(args[3])

    for line in io.lines(args[2]) do
        local query, count = line:match("^(.*)\t(%d+)$")

        if query == "" then
            items = tonumber(count)
        else
            filters[#filters + 1] = query
            texts[#texts + 1] = query:match("^text=(.*)")
        end
    end
end

local function filter()
    local kind = random(3)

    if kind == 1 then
        return filters[random(#filters)]
    elseif kind == 2 then
        return "text=" .. texts[random(#texts)] .. "+" .. texts[random(#texts)]
    end

    return string.format("tag-partial=%x", random(2 ^ 31))
end

function request()
    local query = number % 32 == 0 and "&" .. filter() or ""

    number = number + 1

    return path .. random(0, items - 1) .. query .. "&x=" .. number .. tail
end
