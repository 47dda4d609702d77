import { parsePointer } from '@pf/core'
import { withoutBranches } from '../checks/issues.ts'
import type { SchemaFault, StandaloneValidator } from '../contracts/validator-types.ts'

const maxRounds = 16
const maxRemovals = 64

/** What is left of props when everything a validator objects to is taken out; undefined when too little or too much is wrong. */
export function prune(props: unknown, validate: StandaloneValidator): unknown {
  let kept = props
  for (let round = 0; round < maxRounds; round++) {
    if (validate(kept)) return kept
    const targets = withoutBranches(validate.errors ?? [])
      .slice(0, maxRemovals)
      .map(target)
    if (targets.some((tokens) => tokens.length === 0)) return undefined
    for (const tokens of targets) kept = without(kept, tokens)
  }
  return undefined
}

/** The smallest value that can go so that this fault is gone. */
function target({ instancePath, keyword, params }: SchemaFault): string[] {
  const tokens = parsePointer(instancePath) ?? []
  return keyword === 'additionalProperties' ? [...tokens, String(params.additionalProperty)] : tokens
}

/** A copy without the values at these pointers; undefined when the whole is among them or they are too many. */
export function withoutAll(value: unknown, pointers: readonly string[]): unknown {
  if (pointers.length > maxRemovals || pointers.includes('')) return undefined
  return pointers.reduce((kept, pointer) => without(kept, parsePointer(pointer) ?? []), value)
}

/** A copy without the value at a path; in an array everything after it goes too, for it is a prefix that is wanted. */
export function without(value: unknown, [token, ...rest]: readonly string[]): unknown {
  if (token === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return value
  if (Array.isArray(value)) {
    const index = Number(token)
    return rest.length === 0 ? value.slice(0, index) : value.with(index, without(value[index], rest))
  }
  const { [token]: own, ...others } = value as Record<string, unknown>
  return rest.length === 0 ? others : { ...value, [token]: without(own, rest) }
}
