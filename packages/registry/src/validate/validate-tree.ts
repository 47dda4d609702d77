import type { JsonObject, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { received, schemaIssues } from '../checks/issues.ts'
import type { ComponentKit } from '../contracts/component-kit.ts'
import type { StandaloneValidator } from '../contracts/validator-types.ts'
import { type Policy, unsafeSandbox } from '../policy/policy.ts'
import { type Admission, admit, type Suggest } from './admit.ts'
import { applyDefaults, type PropsVisitor } from './apply-defaults.ts'
import { urlFault } from './urls.ts'

/** Maximum number of suggestions based on meaning, each of which reads the entire catalogue. More issues are not reported anyway. */
const maxGuesses = 20

/** Props without parts that this registry does not know, and the JSON Pointers of the removed parts. */
export interface KnownProps {
  props: unknown
  dropped: readonly string[]
}

/** The state of the validation of a component and all components inside it. */
export interface TreeContext {
  kits: ReadonlyMap<string, ComponentKit>
  policy: Policy
  suggest?: Suggest | undefined
  validator(kit: ComponentKit): StandaloneValidator
  /** Returns true if a stored reference was created by resolving and not written by the model. Without it, references are allowed wherever data is. */
  isResolved?: ((reference: Readonly<Record<string, unknown>>, pointer: string) => boolean) | undefined
  /** Removes additions of a newer registry. Without it, they are faults. */
  newer?: ((props: unknown, validate: StandaloneValidator) => KnownProps) | undefined
  /** Pointers of the removed values. */
  dropped: string[]
  issues: ValidationIssue[]
  components: number
  /** Created with the first id. */
  ids: Set<string> | undefined
}

interface NestedRequest extends Admission {
  props: unknown
  nesting: number
}

/** Validates one component and all components in its slots. Returns its props with defaults filled in. Faults are added to `context.issues`. */
export function validateTree(request: NestedRequest, context: TreeContext): unknown {
  context.components++
  const { limits } = context.policy
  if (context.components > limits.components) return refuse(context, request, 'too_many_nodes', `at most ${limits.components} components`)
  if (request.nesting > limits.nesting) return refuse(context, request, 'too_deep', `components at most ${limits.nesting} deep`)
  const kit = admit(request, context.issues.length < maxGuesses ? context : { ...context, suggest: undefined })
  if ('code' in kit) {
    context.issues.push(kit)
    return request.props
  }
  const base = request.nested ? `${parent(request.pointer)}/props` : ''
  const validate = context.validator(kit)
  const props = context.newer ? known(request.props, base, { context, validate, newer: context.newer }) : request.props
  if (!validate(props)) note(schemaIssues(validate.errors ?? [], props, kit.shape), base, context)
  else if (kit.answer?.audit) note(kit.answer.audit(props as JsonObject), base, context)
  return applyDefaults(props, kit.shape, treeVisitor(base, request.nesting, context))
}

const note = (issues: readonly ValidationIssue[], base: string, context: TreeContext) =>
  context.issues.push(...issues.map((issue) => ({ ...issue, pointer: base + issue.pointer })))

interface Newer {
  context: TreeContext
  validate: StandaloneValidator
  newer: NonNullable<TreeContext['newer']>
}

function known(request: unknown, base: string, { context, validate, newer }: Newer): unknown {
  const { props, dropped } = newer(request, validate)
  context.dropped.push(...dropped.map((pointer) => base + pointer))
  return props
}

const parent = (pointer: string) => pointer.slice(0, pointer.lastIndexOf('/'))

function refuse(context: TreeContext, { props, pointer }: NestedRequest, code: string, expected: string): unknown {
  if (!context.issues.some((issue) => issue.code === code && issue.expected === expected)) context.issues.push({ code, pointer, expected })
  return props
}

/** Creates a visitor that checks what a schema cannot express: nested components, values that the host decides, ids, addresses and stored references. */
function treeVisitor(base: string, nesting: number, context: TreeContext): PropsVisitor {
  const { policy, issues, isResolved } = context
  const unsafe = (pointer: string, expected: string, value: unknown) => {
    issues.push({ code: 'unsafe_value', pointer: base + pointer, expected, received: received(value) })
  }
  return {
    slot({ component, props = {} }, at) {
      if (context.components > policy.limits.components) return props
      return validateTree({ component, props, pointer: `${base}${at}/component`, nested: true, via: 'render', nesting: nesting + 1 }, context)
    },
    host(choice, value, pointer) {
      if (choice === 'allowHtml') return value === true && policy.allowHtml
      if (typeof value === 'string' && unsafeSandbox(value).length > 0) unsafe(pointer, 'a sandbox that the frame cannot escape', value)
      return policy.htmlSandbox
    },
    id: (id, pointer) => noteId(id, base + pointer, context),
    url(text, use, pointer) {
      const expected = urlFault(text, use, policy.urlHosts)
      if (expected !== undefined) unsafe(pointer, expected, text)
    },
    data(value, at) {
      const pointer = base + at
      if (!isResolved || !isRecord(value) || !Object.hasOwn(value, 'artifact_id') || isResolved(value, pointer)) return value
      const expected = 'data or {"$artifact": REF}'
      issues.push({ code: 'unsafe_value', pointer, expected, received: 'a stored reference', suggestion: 'Write {"$artifact": REF}.' })
      return value
    },
  }
}

function noteId(id: string, pointer: string, context: TreeContext) {
  context.ids ??= new Set()
  if (context.ids.has(id)) context.issues.push({ code: 'schema_invalid', pointer, expected: 'a unique id', received: received(id) })
  context.ids.add(id)
}
