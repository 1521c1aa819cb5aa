if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
local to = cjson.decode(ARGV[1])
redis.call('HSET', KEYS[1], unpack(ARGV, 7))
keep(to)
place(to)
for n = 2 + sets + sorted, #KEYS do
  redis.call('SADD', KEYS[n], ARGV[2])
end
return 1
