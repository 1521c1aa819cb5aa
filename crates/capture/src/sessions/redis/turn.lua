-- Whether the turn may be taken is decided here, where nobody can come between.
local from = redis.call('HGET', KEYS[1], 'status')
if not from then
  return {'gone'}
end
local to = cjson.decode(ARGV[1])[from]
if not to then
  return {'refused', from}
end
redis.call('HSET', KEYS[1], 'status', to.status, unpack(ARGV, 7))
keep(to)
place(to)
return {'moved', to.status}
