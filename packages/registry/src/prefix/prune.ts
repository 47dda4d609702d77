import { parsePointer } from '@pf/core'
import { withoutBranches } from '../checks/issues.ts'
import type { SchemaFault, StandaloneValidator } from '../contracts/validator-types.ts'

const maxRounds = 16
const maxRemovals = 64

/** Removes everything from props to which a validator objects. Returns undefined if the root itself is invalid or too many rounds are needed. */
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

/** Returns the path of the smallest value whose removal fixes the fault. */
function target({ instancePath, keyword, params }: SchemaFault): string[] {
  const tokens = parsePointer(instancePath) ?? []
  return keyword === 'additionalProperties' ? [...tokens, String(params.additionalProperty)] : tokens
}

/** Returns a copy without the values at these pointers; undefined if the root is among them or there are too many. */
export function withoutAll(value: unknown, pointers: readonly string[]): unknown {
  if (pointers.length > maxRemovals || pointers.includes('')) return undefined
  return pointers.reduce((kept, pointer) => without(kept, parsePointer(pointer) ?? []), value)
}

/** Returns a copy without the value at a path. In an array, all following items are removed too, so that the result is a prefix. */
export function without(value: unknown, [token, ...rest]: readonly string[]): unknown {
  if (token === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return value
  if (Array.isArray(value)) {
    const index = Number(token)
    return rest.length === 0 ? value.slice(0, index) : value.with(index, without(value[index], rest))
  }
  const { [token]: own, ...others } = value as Record<string, unknown>
  return rest.length === 0 ? others : { ...value, [token]: without(own, rest) }
}
