-- KEYS: the record, the sets, the sorted sets, then whatever else a script wants.
-- ARGV: where to, the id, created ms, updated ms, how many sets, how many sorted sets, then fields.
local sets, sorted = tonumber(ARGV[5]), tonumber(ARGV[6])

-- Lists the record where `to` says, and nowhere else. On a cluster there are no lists here.
local function place(to)
  for n = 2, 1 + sets do
    redis.call(KEYS[n] == to.set and 'SADD' or 'SREM', KEYS[n], ARGV[2])
  end
  for n = 2 + sets, 1 + sets + sorted do
    if KEYS[n] == to.sorted then
      redis.call('ZADD', KEYS[n], to.by == 'created' and ARGV[3] or ARGV[4], ARGV[2])
    else
      redis.call('ZREM', KEYS[n], ARGV[2])
    end
  end
end

local function keep(to)
  if to.kept_s then
    redis.call('EXPIRE', KEYS[1], to.kept_s)
  else
    redis.call('PERSIST', KEYS[1])
  end
end
