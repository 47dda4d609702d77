import type { JsonValue } from '../contracts/json.ts'
import { canonicalJson } from './canonical-json.ts'
import { sha256Hex } from './sha256-hex.ts'

/** SHA-256 (hex) of a JSON value; the order of keys does not matter. Throws PfError `too_deep` beyond 1,000 levels, `invalid_input` for no JSON. */
export async function hashJson(value: JsonValue): Promise<string> {
  return sha256Hex(new TextEncoder().encode(canonicalJson(value)))
}
