import { isRecord, type JsonObject, type JsonValue, type ValidationIssue } from '@pf/core'
import type { Known } from '../compat/without-unknown.ts'
import type { Policy } from '../policy/policy.ts'
import { unsafeSandbox } from '../policy/sandbox.ts'
import { type Admission, admit, type Suggest } from './admit.ts'
import type { ComponentKit } from './component-kit.ts'
import { received, schemaIssues } from './issues.ts'
import { type SettleVisitor, settle } from './settle.ts'
import { urlFault } from './urls.ts'
import type { StandaloneValidator } from './validator-types.ts'

/** A guess by meaning reads the whole catalogue; no more issues than this are told anyway. */
const mostGuesses = 20

/** What a check of a component and everything inside it works with. */
export interface TreeContext {
  kits: ReadonlyMap<string, ComponentKit>
  policy: Policy
  suggest?: Suggest | undefined
  validator(kit: ComponentKit): StandaloneValidator
  /** Says whether a stored reference came from resolving and not from the model; without it, references may stand wherever data may. */
  isResolved?: ((reference: Readonly<Record<string, unknown>>, pointer: string) => boolean) | undefined
  /** Takes out what a newer registry added; without it, such things are faults. */
  newer?: ((props: unknown, validate: StandaloneValidator) => Known) | undefined
  /** Pointers of what was taken out. */
  dropped: string[]
  issues: ValidationIssue[]
  components: number
  ids: Set<string>
}

interface Asked extends Admission {
  props: unknown
  nesting: number
}

/** Checks one component and, through its slots, all inside it; returns its settled props. Faults go to `context.issues`. */
export function validateTree(asked: Asked, context: TreeContext): unknown {
  context.components++
  const { limits } = context.policy
  if (context.components > limits.components) return refuse(context, asked, 'too_many_nodes', `at most ${limits.components} components`)
  if (asked.nesting > limits.nesting) return refuse(context, asked, 'too_deep', `components at most ${limits.nesting} deep`)
  const kit = admit(asked, context.issues.length < mostGuesses ? context : { ...context, suggest: undefined })
  if ('code' in kit) {
    context.issues.push(kit)
    return asked.props
  }
  const base = asked.nested ? `${parent(asked.pointer)}/props` : ''
  const validate = context.validator(kit)
  const { props, dropped } = context.newer?.(asked.props, validate) ?? { props: asked.props, dropped: [] }
  context.dropped.push(...dropped.map((pointer) => base + pointer))
  const own = validate(props) ? (kit.answer?.audit?.(props as JsonObject) ?? []) : schemaIssues(validate.errors ?? [], props, kit.shape)
  context.issues.push(...own.map((issue) => ({ ...issue, pointer: base + issue.pointer })))
  return settle(props, kit.shape, visitor(base, asked.nesting, context))
}

const parent = (pointer: string) => pointer.slice(0, pointer.lastIndexOf('/'))

function refuse(context: TreeContext, { props, pointer }: Asked, code: string, expected: string): unknown {
  if (!context.issues.some((issue) => issue.code === code && issue.expected === expected)) context.issues.push({ code, pointer, expected })
  return props
}

function visitor(base: string, nesting: number, context: TreeContext): SettleVisitor {
  const { policy, issues } = context
  return {
    slot(slot, pointer) {
      if (context.components > policy.limits.components) return slot.props
      return validateTree(
        { component: slot.component, props: slot.props ?? {}, pointer: `${base}${pointer}/component`, nested: true, via: 'render', nesting: nesting + 1 },
        context,
      )
    },
    host(choice, value, pointer): JsonValue {
      if (choice === 'allowHtml') return value === true && policy.allowHtml
      if (typeof value === 'string' && unsafeSandbox(value).length > 0)
        issues.push({ code: 'unsafe_value', pointer: base + pointer, expected: 'a sandbox that holds the frame', received: received(value) })
      return policy.htmlSandbox
    },
    id: (id, pointer) => noteId(id, base + pointer, context),
    url(text, use, pointer) {
      const expected = urlFault(text, use, policy.urlHosts)
      if (expected !== undefined) issues.push({ code: 'unsafe_value', pointer: base + pointer, expected, received: received(text) })
    },
    data(value, pointer) {
      if (!context.isResolved || !isRecord(value) || !Object.hasOwn(value, 'artifact_id') || context.isResolved(value, base + pointer)) return value
      issues.push({
        code: 'unsafe_value',
        pointer: base + pointer,
        expected: 'data or {"$artifact": REF}',
        received: 'a stored reference',
        suggestion: 'Write {"$artifact": REF}.',
      })
      return value
    },
  }
}

function noteId(id: string, pointer: string, context: TreeContext) {
  if (context.ids.has(id)) context.issues.push({ code: 'schema_invalid', pointer, expected: 'an id that nothing else here has', received: received(id) })
  context.ids.add(id)
}
