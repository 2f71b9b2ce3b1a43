-- Random requests from a list.
--
--     wrk -s list.lua URL SEED LIST [HEADER]
--
-- A line of LIST is a path.  "{N}" in a path is replaced by a random number
-- below N.

dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "report.lua")

local paths = {}
local random = math.random
local tail = " HTTP/1.1\r\nHost: localhost\r\n"

local function number(below)
    return string.format("%d", random(0, tonumber(below) - 1))
end

function init(args)
    math.randomseed(tonumber(args[1]))

    for line in io.lines(args[2]) do
        paths[#paths + 1] = line
    end

    tail = tail .. (args[3] and args[3] .. "\r\n" or "") .. "\r\n"
end

function request()
    return "GET " .. paths[random(#paths)]:gsub("{(%d+)}", number) .. tail
end
