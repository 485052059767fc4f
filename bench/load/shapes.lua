-- Requests for wrk from a file, drawn at random: whole ones, apart by \1, in which <R> stands for
-- another recipient and <C> for another code. At the end one line of JSON, as wrk.lua writes it.

local requests, prefixes = {}, {}

function init(args)
  number, span, count = tonumber(args[2]), tonumber(args[3]), #args - 3
  for index = 4, #args do prefixes[index - 4] = args[index] end
  local file = assert(io.open(args[1], "rb"))
  for request in file:read("*a"):gmatch("[^\1]+") do requests[#requests + 1] = request end
  file:close()
  math.randomseed(number)
end

local function mark(which)
  if which == "C" then return string.format("%09d", number) end
  number = number + 1
  return prefixes[number % count] .. string.format("%08d", number % span)
end

function request()
  return (requests[math.random(#requests)]:gsub("<([RC])>", mark))
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"refused":%d,"broken":%d,"durationMs":%.3f,"p50Ms":%.3f,"p99Ms":%.3f}\n',
    summary.requests, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration / 1000, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
