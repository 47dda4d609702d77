import { formatPointer, parsePointer } from '@pf/core'
import { attempt } from '../checks/attempt.ts'
import type { SchemaFault, StandaloneValidator } from '../contracts/validator-types.ts'
import { without } from '../prefix/prune.ts'
import type { KnownProps } from '../validate/validate-tree.ts'

const max = 64

/** For `newer`: leaves out what a newer registry may have added, which is props that ours does not name and values that are not among ours. */
export function withoutUnknown(props: unknown, validate: StandaloneValidator): KnownProps {
  return attempt(() => knownOf(props, validate), { props, dropped: [] })
}

function knownOf(props: unknown, validate: StandaloneValidator): KnownProps {
  const locations = validate(props) ? [] : [...new Set((validate.errors ?? []).flatMap(placeOf))]
  const kept = locations.length > max ? props : locations.reduce((left, location) => without(left, parsePointer(location) ?? []), props)
  return validate(kept) ? { props: kept, dropped: locations } : { props, dropped: [] }
}

function placeOf({ instancePath, keyword, params }: SchemaFault): string[] {
  if (keyword === 'additionalProperties') return [instancePath + formatPointer([String(params.additionalProperty)])]
  // Items of lists stay, as their places mean something.
  return keyword === 'enum' && /\/(?!\d+$)[^/]+$/.test(instancePath) ? [instancePath] : []
}
