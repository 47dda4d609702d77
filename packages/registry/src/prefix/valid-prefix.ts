import type { JsonObject, PathState } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { attempt } from '../checks/attempt.ts'
import { measure } from '../checks/measure.ts'
import type { ComponentKit } from '../contracts/component-kit.ts'
import type { Policy } from '../policy/policy.ts'
import { admit } from '../validate/admit.ts'
import { applyDefaults, type PropsVisitor } from '../validate/apply-defaults.ts'
import { urlFault } from '../validate/urls.ts'
import { arrived } from './arrived.ts'
import { prune, withoutAll } from './prune.ts'

/** How partly received props are read. */
export interface PrefixOptions {
  policy: Policy
  /** What the parser knows of a path; without it, the last value of the text is taken as unfinished. */
  pathState?: (pointer: string) => PathState
  /** Pointer of the props in the parsed document, such as `/props`; used for `pathState` only. Default "". */
  base?: string
}

/**
 * The part of partly received props that a renderer may already draw: every value in it fits the schema, unfinished tokens and
 * what follows a fault are left out, defaults are filled in; required props at the top may still be missing. Nested components
 * come out the same way. References are left out: here a model wrote them. undefined: nothing may be drawn, as the component is unknown, not enabled, or over a limit. Never throws.
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
