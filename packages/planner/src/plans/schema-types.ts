import type { Combination, SchemaLocation } from './schema-location.ts'

/** Types that a value may have, in JSON Schema's words; undefined where the schema does not say. */
export function typesAt(location: SchemaLocation): Set<string> | undefined {
  const all = location.any.map(typesOf)
  return all.some((types) => types === undefined) ? undefined : new Set(all.flatMap((types) => [...(types ?? [])]))
}

/** Types that all schemas of a combination leave. */
export function typesOf(combination: Combination): Set<string> | undefined {
  const said = combination.flatMap(({ type }) => (typeof type === 'string' || Array.isArray(type) ? [new Set([type].flat().map(String))] : []))
  const [first, ...rest] = said
  return first && rest.reduce((left, right) => common(left, right), first)
}

/** Whether a value of the one could be a value of the other; an integer is a number, and a number may turn out to be an integer. */
export function mayFit(source: ReadonlySet<string>, target: ReadonlySet<string>): boolean {
  return common(source, target).size > 0
}

function common(left: ReadonlySet<string>, right: ReadonlySet<string>): Set<string> {
  const kept = [...left].filter((type) => right.has(type))
  if (left.has('integer') && right.has('number')) kept.push('integer')
  if (left.has('number') && right.has('integer')) kept.push('integer')
  return new Set(kept)
}
