import { WINDOW_COUNTS } from './nonce-window.ts';

/**
 * Scripts that run inside Redis or Valkey, one an operation: no operation is half done or seen by another replica in
 * between.
 */

/**
 * KEYS: the store's record of itself. ARGV: its run id, now in milliseconds, `1` when counts were spent elsewhere. A
 * store that was started again may have lost what it knew, or be back at an older state, so nonces issued before now
 * are no longer taken.
 */
export const ADOPT_STORE = `
local known = redis.call('HGET', KEYS[1], 'run')
if known ~= ARGV[1] or ARGV[3] == '1' then redis.call('HSET', KEYS[1], 'run', ARGV[1], 'since', ARGV[2]) end
return 1`;

/**
 * KEYS: the store's record, then nonces. ARGV, three for each nonce: count, issued at, milliseconds left. The algorithm
 * of nonce-window.ts; the value is highest, recent and earlier.
 * @returns for each nonce 1 fresh, 0 replayed, -1 forgotten, -2 the store's record is gone, as after FLUSHALL
 */
export const SPEND_NONCE_COUNTS = `
local since = redis.call('HGET', KEYS[1], 'since')
local function spend(key, count, issued, left)
  if not since then return -2 end
  if issued < tonumber(since) then return -1 end
  local highest, recent, earlier = 0, 0, 0
  local known = redis.call('GET', key)
  if known then
    local h, r, e = string.match(known, '^(%d+) (-?%d+) (-?%d+)$')
    highest, recent, earlier = tonumber(h), tonumber(r), tonumber(e)
  end
  local ahead = count - highest
  if ahead > 0 then
    if ahead >= 32 then
      earlier = ahead < ${WINDOW_COUNTS} and bit.lshift(recent, ahead - 32) or 0
      recent = 0
    else
      earlier = bit.bor(bit.lshift(earlier, ahead), bit.rshift(recent, 32 - ahead))
      recent = bit.lshift(recent, ahead)
    end
    highest = count
    recent = bit.bor(recent, 1)
  else
    local behind = -ahead
    if behind >= ${WINDOW_COUNTS} then return 0 end
    local mark = bit.lshift(1, behind % 32)
    if behind < 32 then
      if bit.band(recent, mark) ~= 0 then return 0 end
      recent = bit.bor(recent, mark)
    else
      if bit.band(earlier, mark) ~= 0 then return 0 end
      earlier = bit.bor(earlier, mark)
    end
  end
  redis.call('SET', key, string.format('%.0f %d %d', highest, recent, earlier), 'PX', left)
  return 1
end
local results = {}
for index = 2, #KEYS do
  local at = (index - 2) * 3
  results[index - 1] = spend(KEYS[index], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), ARGV[at + 3])
end
return results`;

/** KEYS: the throttled key. ARGV: failures allowed. @returns milliseconds until it may try again, 0 when it may */
export const MILLISECONDS_BLOCKED = `
local count = redis.call('GET', KEYS[1])
if not count or tonumber(count) < tonumber(ARGV[1]) then return 0 end
return math.max(0, redis.call('PTTL', KEYS[1]))`;

/**
 * KEYS: the throttled key. ARGV: the window in milliseconds, which begins with the first failure, and failures allowed.
 * @returns milliseconds until it may try again when this failure was beyond them, else 0
 */
export const RECORD_FAILURE = `
local count = redis.call('INCR', KEYS[1])
if count == 1 or redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
if count <= tonumber(ARGV[2]) then return 0 end
return math.max(1, redis.call('PTTL', KEYS[1]))`;
