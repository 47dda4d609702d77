import type { KeptReasoning } from '../model/model.ts'
import { counters } from '../telemetry/counters.ts'
import type { ProviderError } from './provider-error.ts'

/** What an endpoint has refused, kept for the lifetime of the model object. */
export interface Dialect {
  /** Names of parameters and of forms of the conversation. */
  readonly unsupported: Set<string>
  /** Reasoning items that were refused, such as those behind a conversation that was shortened. */
  readonly refusedReasoning: WeakSet<KeptReasoning>
}

/** Creates the record of an endpoint. */
export const createDialect = (unsupported: readonly string[] = []): Dialect => ({ unsupported: new Set(unsupported), refusedReasoning: new WeakSet() })

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
