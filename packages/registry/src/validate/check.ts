import type { JsonObject, ValidationIssue } from '@pf/core'
import { attempt } from '../checks/attempt.ts'
import { cutIssues, limitIssue, unreadable } from '../checks/issues.ts'
import { measure } from '../checks/measure.ts'
import type { MeasureLimits } from '../checks/measured.ts'
import type { ComponentKit } from '../contracts/component-kit.ts'
import type { StandaloneValidator } from '../contracts/validator-types.ts'
import type { Policy } from '../policy/policy.ts'
import { type KnownProps, type TreeContext, validateTree } from './validate-tree.ts'

/** A request as it was written. */
export interface ComponentRequest {
  component: unknown
  props: unknown
}

/** How a front end checks a component that a server sent. */
export interface ComponentCheckOptions {
  policy: Policy
  /** The kind of tool that requested the component. Default `render`: interactive components are refused. */
  via?: 'render' | 'interactive' | undefined
  /** Removes what a newer registry added: pass `withoutUnknown`. It is not built in, so that only callers that need it load it. */
  newer?: ((props: unknown, validate: StandaloneValidator) => KnownProps) | undefined
}

/** The options that front ends and servers share, and the hooks with which a server adds its own checks. */
export interface CheckOptions extends ComponentCheckOptions {
  bounds?: MeasureLimits | undefined
  /** Subtrees of the props that are not counted here. */
  skip?: ReadonlySet<unknown> | undefined
  /** Default: the wire form. */
  validator?: TreeContext['validator'] | undefined
  isResolved?: TreeContext['isResolved']
  suggest?: TreeContext['suggest']
  /** Whether an unresolved reference may stand at a pointer; without it, nowhere. */
  mayRefer?: ((pointer: string) => boolean) | undefined
  /** Runs once the props are known to be JSON within the bounds. */
  measured?: (() => ValidationIssue | undefined) | undefined
  /** Runs last. Returns further issues. */
  more?: (() => ValidationIssue[]) | undefined
}

/** Checked props with defaults filled in, or everything that is wrong with them. */
export type CheckResult =
  | {
      ok: true
      component: string
      props: JsonObject
      /** JSON values outside of what was skipped. */
      nodes: number
      /** Components in all, the outermost included. */
      components: number
      /** With `newer`: pointers of what was left out. */
      dropped?: string[]
    }
  | { ok: false; issues: ValidationIssue[] }

/** Props that came over the wire contain what a model wrote and the data of references. */
const wireBounds = ({ limits }: Policy): MeasureLimits => ({
  depth: limits.depth,
  nodes: limits.nodes + limits.inlinedNodes,
  chars: limits.payloadBytes + limits.inlinedBytes,
})

/**
 * Checks a request and everything nested in it against limits, policy and schema: limits first and without recursion. Never throws
 * for what was written: props whose getters or proxies throw are no data.
 */
export function check(kits: ReadonlyMap<string, ComponentKit>, request: ComponentRequest, options: CheckOptions): CheckResult {
  return attempt<CheckResult>(() => checkData(kits, request, options), { ok: false, issues: [unreadable] })
}

function checkData(kits: ReadonlyMap<string, ComponentKit>, { component, props }: ComponentRequest, options: CheckOptions): CheckResult {
  const { policy, bounds = wireBounds(policy), validator = wireForm, via = 'render', isResolved, suggest, newer } = options
  const { fault, nodes, references } = measure(props, bounds, options.skip)
  const stop = fault ? limitIssue(fault, bounds) : options.measured?.()
  if (stop) return { ok: false, issues: cutIssues([stop]) }
  const context: TreeContext = { kits, policy, validator, suggest, isResolved, newer, dropped: [], issues: [], components: 0, ids: undefined }
  const completed = validateTree({ component, props, pointer: '', nested: false, via, nesting: 1 }, context)
  const issues = furtherIssues(context.issues, references, options)
  if (issues.length > 0) return { ok: false, issues: cutIssues(issues) }
  const result = { ok: true as const, component: String(component), props: completed as JsonObject, nodes, components: context.components }
  return newer ? { ...result, dropped: context.dropped } : result
}

/** Adds an issue for each unresolved reference outside data props, because nothing resolves it before it reaches the renderer. */
function furtherIssues(issues: readonly ValidationIssue[], references: readonly string[], { mayRefer, more }: CheckOptions): readonly ValidationIssue[] {
  const further = more?.() ?? []
  if (references.length === 0) return further.length === 0 ? issues : [...issues, ...further]
  const reported = new Set(issues.map((issue) => issue.pointer))
  const stray = references
    .filter((pointer) => !mayRefer?.(pointer) && !reported.has(pointer))
    .map((pointer): ValidationIssue => ({ code: 'schema_invalid', pointer, expected: 'no unresolved reference', received: 'object' }))
  return [...issues, ...stray, ...further]
}

const wireForm = (kit: ComponentKit) => kit.full
