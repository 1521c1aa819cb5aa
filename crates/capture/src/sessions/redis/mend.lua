local status = redis.call('HGET', KEYS[1], 'status')
local to = status and cjson.decode(ARGV[1])[status]
if to then
  place(to)
end
return 1
