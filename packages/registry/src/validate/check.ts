import type { JsonObject, ValidationIssue } from '@pf/core'
import { attempt } from '../checks/attempt.ts'
import { cutIssues, limitIssue, unreadable } from '../checks/issues.ts'
import { measure } from '../checks/measure.ts'
import type { MeasureLimits } from '../checks/measured.ts'
import type { ComponentKit } from '../contracts/component-kit.ts'
import type { StandaloneValidator } from '../contracts/validator-types.ts'
import type { Policy } from '../policy/policy.ts'
import { type KnownProps, type TreeContext, validateTree } from './validate-tree.ts'

/** An unvalidated request. */
export interface ComponentRequest {
  component: unknown
  props: unknown
}

/** Options for validating a component sent by a server, in a front end. */
export interface ComponentCheckOptions {
  policy: Policy
  /** The kind of tool that requested the component. Default `render`: interactive components are refused. */
  via?: 'render' | 'interactive' | undefined
  /** Removes additions of a newer registry. Pass `withoutUnknown`; it is not built in, so that only callers that need it load it. */
  newer?: ((props: unknown, validate: StandaloneValidator) => KnownProps) | undefined
}

/** The options shared by front ends and servers, and the hooks with which a server adds its own checks. */
export interface CheckOptions extends ComponentCheckOptions {
  bounds?: MeasureLimits | undefined
  /** Subtrees of the props that are not counted. */
  skip?: ReadonlySet<unknown> | undefined
  /** Defaults to the validator for the wire format. */
  validator?: TreeContext['validator'] | undefined
  isResolved?: TreeContext['isResolved']
  suggest?: TreeContext['suggest']
  /** Returns true if an unresolved reference is allowed at a pointer. Without it, references are refused everywhere. */
  mayRefer?: ((pointer: string) => boolean) | undefined
  /** Called after the props were found to be JSON within the limits. */
  measured?: (() => ValidationIssue | undefined) | undefined
  /** Called last. Returns further issues. */
  more?: (() => ValidationIssue[]) | undefined
}

/** Valid props with defaults filled in, or all of their faults. */
export type CheckResult =
  | {
      ok: true
      component: string
      props: JsonObject
      /** Number of JSON values, without skipped subtrees. */
      nodes: number
      /** Total number of components, including the outermost one. */
      components: number
      /** With `newer`, the pointers of the removed values. */
      dropped?: string[]
    }
  | { ok: false; issues: ValidationIssue[] }

/** Limits for props received over the wire, which contain both values written by a model and data from references. */
const wireBounds = ({ limits }: Policy): MeasureLimits => ({
  depth: limits.depth,
  nodes: limits.nodes + limits.inlinedNodes,
  chars: limits.payloadBytes + limits.inlinedBytes,
})

/**
 * Validates a request and all nested components against limits, policy and schema. Limits come first and are checked without recursion.
 * Never throws for any request; props whose getters or proxies throw are refused.
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

/** Adds an issue for each unresolved reference outside of data props. Such a reference would reach the renderer unresolved. */
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
