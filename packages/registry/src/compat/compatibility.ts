import { formatPointer, parsePointer } from '@pf/core'
import { attempt } from '../checks/attempt.ts'
import type { SchemaFault, StandaloneValidator } from '../contracts/validator-types.ts'
import { registryDigest, registryVersion } from '../generated/version.ts'
import { without } from '../prefix/prune.ts'
import type { KnownProps } from '../validate/validate-tree.ts'

const max = 64

/**
 * The value of the option `newer`. Removes props that this registry does not define and enum values that it does not list, because a newer
 * registry may have added them.
 */
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
  // Items of arrays are kept, because their positions are significant.
  return keyword === 'enum' && /\/(?!\d+$)[^/]+$/.test(instancePath) ? [instancePath] : []
}

/** The registry of one side: the `registry_version` of an event, with the digest if it is known. */
export interface RegistryVersion {
  version: string
  digest?: string | undefined
}

/**
 * `same`: both registries are equal. `compatible`: their registry is not newer, so everything in it is known. `newer`: their registry may
 * have components, props and values that ours does not know; check with `newer: withoutUnknown`. `incompatible`: another major version, or
 * an unreadable one; check strictly.
 */
export type Compatibility = 'same' | 'compatible' | 'newer' | 'incompatible'

/** Determines how components created with their registry can be shown with ours (default: the registry of this package). */
export function compatibility(theirs: RegistryVersion, ours: RegistryVersion = { version: registryVersion, digest: registryDigest }): Compatibility {
  const [their, own] = [parse(theirs.version), parse(ours.version)]
  if (!their || !own || their.major !== own.major) return 'incompatible'
  const order = compare(their.rest, own.rest)
  if (order !== 0) return order > 0 ? 'newer' : 'compatible'
  // Components added by a host do not change the version number of the registry that they extend.
  const differs = theirs.digest !== undefined && ours.digest !== undefined && theirs.digest !== ours.digest
  if (!differs && theirs.version === ours.version) return 'same'
  return 'newer'
}

const form = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:\+[0-9A-Za-z.-]{1,64})?$/

/** Before 1.0, every minor version may contain breaking changes. */
function parse(version: string): { major: string; rest: readonly number[] } | undefined {
  const [, major = '', minor = '', patch = ''] = (typeof version === 'string' && version.length <= 100 && form.exec(version)) || []
  if (major === '') return undefined
  return Number(major) === 0 ? { major: `0.${Number(minor)}`, rest: [Number(patch)] } : { major: String(Number(major)), rest: [Number(minor), Number(patch)] }
}

const compare = (a: readonly number[], b: readonly number[]) => a.map((part, index) => part - (b[index] ?? 0)).find((step) => step !== 0) ?? 0
