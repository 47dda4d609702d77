import { counters } from '../telemetry/counters.ts'
import type { ProviderError } from './provider-error.ts'

/** The parameters that an endpoint has refused, kept for the lifetime of the model object. */
export interface Dialect {
  readonly unsupported: Set<string>
}

/** Parameters that can be omitted from a request, each with a pattern for its name in a refusal. */
export type Droppable = Readonly<Record<string, RegExp>>

/**
 * Drops the first of the sent parameters that a 400 or 422 names. Returns true if the request should be sent again. Because each refusal
 * drops a parameter, the number of repetitions is limited.
 */
export function dropNamed(
  { unsupported }: Dialect,
  { status, param, message }: ProviderError,
  { droppable, sent, model }: { droppable: Droppable; sent: readonly string[]; model: string },
): boolean {
  if (status !== 400 && status !== 422) return false
  const named = `${param} ${message}`
  const name = Object.keys(droppable).find((each) => sent.includes(each) && !unsupported.has(each) && droppable[each]?.test(named))
  if (name === undefined) return false
  unsupported.add(name)
  counters.adapted(model, name)
  return true
}
