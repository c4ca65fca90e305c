-- Stands behind common.lua in the scripts for who holds already.

-- Whether that grant of the tokens was removed by force. Asked only when something is wrong.
local function forced(i, tokens)
  return stride == 2 and tokens[call('HMGET', KEYS[2 * i], 'f')[1]]
end

-- The reply if one of the resources is not in the name of a token of these, given as keys of a table.
local function lost(tokens)
  local reason
  for i = 1, count do
    if not tokens[values[i]] then
      if reason == 'forced' or forced(i, tokens) then
        reason = 'forced'
      else
        reason = (values[i] or reason == 'other') and 'other' or 'absent'
      end
    end
  end
  return reason and head('LOST') .. reason
end
