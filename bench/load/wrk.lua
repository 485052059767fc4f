-- Requests for wrk, each with another recipient and another code: GET <before><recipient><between><code><after>.
-- Recipients go round the prefixes (recipients.ts). At the end one line of JSON says what became of the requests.

local prefixes = {}

function init(args)
  before, between, after = args[1], args[2], args[3]
  number, span = tonumber(args[4]), tonumber(args[5])
  for index = 6, #args do prefixes[index - 6] = args[index] end
  count = #args - 5
end

function request()
  number = number + 1
  local recipient = prefixes[number % count] .. string.format("%08d", number % span)
  local path = before .. recipient .. between .. string.format("%09d", number) .. after
  return "GET " .. path .. " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"refused":%d,"broken":%d,"durationMs":%.3f,"p50Ms":%.3f,"p99Ms":%.3f}\n',
    summary.requests, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration / 1000, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
