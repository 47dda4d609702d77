import type { JsonObject, JsonValue } from '@pf/core'

/** A call that must not run twice, from before it begins until its step is written. */
export interface InFlight {
  tool_call_id: string
  tool: string
  args: JsonObject
  /** Once it is over. */
  observation?: JsonValue
}
