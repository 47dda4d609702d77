import type { JsonObject, ValidationIssue } from '@pf/core'
import type { Policy } from '../policy/policy.ts'
import type { ComponentKit } from './component-kit.ts'
import { cutIssues, limitIssue } from './issues.ts'
import { type MeasureLimits, measure } from './measure.ts'
import { type TreeContext, validateTree } from './validate-tree.ts'

/** A request as it was written. */
export interface ComponentRequest {
  component: unknown
  props: unknown
}

/** What front ends and servers have in common, and the places where a server adds its own checks. */
export interface CheckOptions {
  policy: Policy
  /** Through which tool it was asked for. Default render: interactive components are refused. */
  via?: 'render' | 'interactive'
  bounds?: MeasureLimits
  /** Subtrees of the props that are counted elsewhere. */
  skip?: ReadonlySet<unknown>
  /** Default: the wire form. */
  validator?: TreeContext['validator']
  isResolved?: TreeContext['isResolved']
  suggest?: TreeContext['suggest']
  /** What came from a newer registry: `withoutUnknown`. Not built in, so that only those pay for it who want it. */
  newer?: TreeContext['newer']
  /** Whether an unresolved reference may stand at a pointer; without it, nowhere. */
  mayRefer?(pointer: string): boolean
  /** Runs once the props are known to be JSON within the bounds. */
  measured?(): ValidationIssue | undefined
  /** Runs last; adds to the issues. */
  more?(): ValidationIssue[]
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

/** Props that came over the wire hold what a model wrote and what references brought. */
const wireBounds = ({ limits }: Policy): MeasureLimits => ({
  depth: limits.depth,
  nodes: limits.nodes + limits.inlinedNodes,
  chars: limits.payloadBytes + limits.inlinedBytes,
})

/** Checks a request and everything nested in it against limits, policy and schema: limits first and without recursion. Never throws for what was written. */
export function check(kits: ReadonlyMap<string, ComponentKit>, request: ComponentRequest, options: CheckOptions): CheckResult {
  const { policy, bounds = wireBounds(policy) } = options
  const { fault, nodes, references } = measure(request.props, bounds, options.skip)
  const stop = fault ? limitIssue(fault, bounds) : options.measured?.()
  if (stop) return { ok: false, issues: cutIssues([stop]) }
  const { validator = wireForm, isResolved, suggest, newer, via = 'render' } = options
  const dropped: string[] = []
  const context: TreeContext = { kits, policy, validator, suggest, isResolved, newer, dropped, issues: [], components: 0, ids: new Set() }
  const props = validateTree({ ...request, pointer: '', nested: false, via, nesting: 1 }, context)
  const told = new Set(context.issues.map((issue) => issue.pointer))
  const stray = strayReferences(references, options).filter(({ pointer }) => !told.has(pointer))
  const issues = [...context.issues, ...stray, ...(options.more?.() ?? [])]
  if (issues.length > 0) return { ok: false, issues: cutIssues(issues) }
  return { ok: true, component: String(request.component), props: props as JsonObject, nodes, components: context.components, ...(newer && { dropped }) }
}

const wireForm = (kit: ComponentKit) => kit.full

/** A reference in an open part of the props that nobody resolves would reach the renderer as an odd object. */
const strayReferences = (pointers: readonly string[], { mayRefer }: CheckOptions) =>
  pointers
    .filter((pointer) => !mayRefer?.(pointer))
    .map((pointer): ValidationIssue => ({ code: 'schema_invalid', pointer, expected: 'no unresolved reference', received: 'object' }))
