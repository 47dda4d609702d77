import { formatPointer, type JsonObject, type PathState } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { attempt } from '../checks/attempt.ts'
import { measure } from '../checks/measure.ts'
import type { ComponentKit } from '../contracts/component-kit.ts'
import { itemState, propertyState, type Shape } from '../contracts/shape.ts'
import type { Policy } from '../policy/policy.ts'
import { admit } from '../validate/admit.ts'
import { applyDefaults, type PropsVisitor } from '../validate/apply-defaults.ts'
import { urlFault } from '../validate/urls.ts'
import { prune, withoutAll } from './prune.ts'

/** The location of a value in the props: the table of the component that contains it, and the state in it. */
interface ValueLocation {
  shape: readonly Shape[] | undefined
  index: number | undefined
  pointer: string
}

interface Source {
  kits: ReadonlyMap<string, ComponentKit>
  pathState?: (pointer: string) => PathState
}

const dropped = /* @__PURE__ */ Symbol('dropped')

/**
 * Removes values that have not arrived completely. Only one chain of values can be open at a time, from the root to the last token, so only
 * that chain is visited and copied. Incomplete prose is kept; an incomplete name, number or enum value is removed.
 */
function arrived(props: Readonly<Record<string, unknown>>, kit: ComponentKit, source: Source & { base: string }): unknown {
  if (source.pathState?.(source.base) === 'complete') return props
  const kept = whole(props, { shape: kit.shape, index: 0, pointer: source.base }, source)
  return kept === dropped ? {} : kept
}

function whole(value: unknown, location: ValueLocation, source: Source): unknown {
  const state = location.index === undefined ? undefined : location.shape?.[location.index]
  if (state?.whole) return dropped
  if (Array.isArray(value)) return openItem(value, location, source)
  if (isRecord(value)) return openProperty(value, location, source)
  return typeof value === 'string' && state?.text ? value : dropped
}

function openItem(items: readonly unknown[], { shape, index, pointer }: ValueLocation, source: Source): unknown {
  const last = items.length - 1
  const at = `${pointer}/${last}`
  if (last < 0 || source.pathState?.(at) === 'complete') return items
  const kept = whole(items[last], { shape, index: shape && itemState(shape, index), pointer: at }, source)
  return kept === dropped ? items.slice(0, last) : items.with(last, kept)
}

function openProperty(record: Readonly<Record<string, unknown>>, location: ValueLocation, source: Source): unknown {
  const key = openKey(record, location.pointer, source)
  if (key === undefined) return record
  const kept = whole(record[key], child(record, key, location, source), source)
  const { [key]: _, ...rest } = record
  return kept === dropped ? rest : { ...record, [key]: kept }
}

/** Returns the key whose value is still open. It need not be the last key, because JavaScript moves keys that look like integers to the front. */
function openKey(record: Readonly<Record<string, unknown>>, pointer: string, { pathState }: Source): string | undefined {
  const keys = Object.keys(record)
  if (!pathState) return keys.at(-1)
  return keys.findLast((key) => pathState(pointer + formatPointer([key])) !== 'complete')
}

function child(record: Readonly<Record<string, unknown>>, key: string, { shape, index, pointer }: ValueLocation, { kits }: Source): ValueLocation {
  const at = pointer + formatPointer([key])
  const slot = shape && index !== undefined && shape[index]?.slot !== undefined
  if (!slot || key !== 'props') return { shape, index: shape && propertyState(shape, index, key), pointer: at }
  const inner = typeof record.component === 'string' ? kits.get(record.component) : undefined
  return { shape: inner?.shape, index: 0, pointer: at }
}

/** Options for reading partially received props. */
export interface PrefixOptions {
  policy: Policy
  /** Returns the state of a path as known to the parser. Without it, the last value of the text counts as incomplete. */
  pathState?: (pointer: string) => PathState
  /** Pointer to the props in the parsed document, such as `/props`. Used for `pathState` only. Default "". */
  base?: string
}

/**
 * Returns the part of partially received props that a renderer may already draw: all values are valid, incomplete tokens and values after a
 * fault are removed, and defaults are filled in; required props at the top level may still be missing. Nested components are handled in the
 * same way. References are removed, because they were written by a model and are not resolved yet. Returns undefined if nothing may be
 * drawn, because the component is unknown, not enabled, or exceeds a limit. Never throws.
 */
export function validPrefixWith(
  kits: ReadonlyMap<string, ComponentKit>,
  request: { component: unknown; partial: unknown },
  options: PrefixOptions,
): JsonObject | undefined {
  return attempt(() => drawable(kits, request, options), undefined)
}

function drawable(kits: ReadonlyMap<string, ComponentKit>, { component, partial }: { component: unknown; partial: unknown }, options: PrefixOptions) {
  const { limits } = options.policy
  const bounds = { depth: limits.depth, nodes: limits.nodes, chars: limits.payloadBytes }
  const kit = typeof component === 'string' ? kits.get(component) : undefined
  if (!kit || !isRecord(partial)) return undefined
  const { fault, references } = measure(partial, bounds)
  if (fault) return undefined
  const received = arrived(partial, kit, { kits, base: options.base ?? '', ...(options.pathState ? { pathState: options.pathState } : {}) })
  const props = withoutAll(received, references)
  return prefix({ component, props, nesting: 1 }, { kits, policy: options.policy, components: 0 })
}

interface Run {
  kits: ReadonlyMap<string, ComponentKit>
  policy: Policy
  components: number
}

interface Part {
  component: unknown
  props: unknown
  nesting: number
}

function prefix({ component, props, nesting }: Part, run: Run): JsonObject | undefined {
  const { kits, policy } = run
  if (++run.components > policy.limits.components || nesting > policy.limits.nesting) return undefined
  const nested = nesting > 1
  const via = !nested && typeof component === 'string' && kits.get(component)?.interactive ? 'interactive' : 'render'
  const kit = admit({ component, pointer: '', nested, via }, { kits, policy })
  if ('code' in kit) return undefined
  let refused = false
  const visitor: PropsVisitor = {
    slot: (slot) => prefix({ component: slot.component, props: slot.props ?? {}, nesting: nesting + 1 }, run),
    host: (choice, value) => (choice === 'allowHtml' ? value === true && policy.allowHtml : policy.htmlSandbox),
    url: (text, use) => {
      refused ||= urlFault(text, use, policy.urlHosts) !== undefined
    },
    data: (value) => (isRecord(value) && Object.hasOwn(value, 'artifact_id') ? undefined : value),
  }
  const valid = prune(props, kit.relaxed)
  const completed = isRecord(valid) ? applyDefaults(valid, kit.shape, visitor) : undefined
  return refused ? undefined : (completed as JsonObject | undefined)
}
