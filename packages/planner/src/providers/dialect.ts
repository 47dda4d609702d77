import type { ProviderError } from './provider-error.ts'

/** What an endpoint turned out not to understand; kept as long as the model object lives. */
export interface Dialect {
  readonly unsupported: Set<string>
}

/** Parameters that an endpoint may lack without the request losing its sense, each with the ways in which a refusal names it. */
export type Droppable = Readonly<Record<string, RegExp>>

/**
 * Drops the first of the parameters that were sent and that a 400 or 422 names. True when the request is worth sending again; since each
 * refusal drops a parameter, asking again ends.
 */
export function dropNamed(
  { unsupported }: Dialect,
  { status, param, message }: ProviderError,
  { droppable, sent }: { droppable: Droppable; sent: readonly string[] },
): boolean {
  if (status !== 400 && status !== 422) return false
  const told = `${param} ${message}`
  const name = Object.keys(droppable).find((each) => sent.includes(each) && !unsupported.has(each) && droppable[each]?.test(told))
  if (name === undefined) return false
  unsupported.add(name)
  return true
}
