import { type ReferencedData, resolveReferences } from '@pf/artifacts'
import type { JsonObject, ValidationIssue } from '@pf/core'
import { dataPathsOf, type Policy, registryDigest, registryVersion, validateComponent } from '@pf/registry'
import type { ToolRun } from '../tools/tool-run.ts'
import { invisibleContent } from './visible-content.ts'

/** Returns the version and digest of a policy's registry, as contained in run_start and chunks. */
export function registryOf(policy: Policy | undefined): { version: string; digest: string } {
  const { version = registryVersion, digest = registryDigest } = policy?.registry ?? {}
  return { version, digest }
}

/** A component requested by a model or an update. */
export interface PrepareComponentInput {
  component: string
  props: unknown
  /** Number of bytes written by the model, which are charged to its budgets. */
  writtenBytes: number
  /** The kind of tool. Default `render`: interactive components are refused. */
  via?: 'render' | 'interactive'
  /** For an update: the props that are shown now. */
  shown?: JsonObject
}

/**
 * Props that may be shown, or the issues that prevent it. `hidden` is set if they contain text of an artifact, which would be quoted where
 * they are described.
 */
export type Prepared = { ok: true; props: JsonObject; hidden?: true } | { ok: false; issues: ValidationIssue[] }

/** Resolves the data references of a component and of its nested components, then validates all of it, including data that stays behind a reference. */
export function prepareComponent(run: ToolRun, { component, props, writtenBytes, via = 'render', shown }: PrepareComponentInput): Prepared {
  const { rich } = run.agent
  const { budget } = run.segment.components
  if (!rich || !budget) return { ok: false, issues: [{ code: 'component_not_allowed', pointer: '' }] }
  const resolved = resolveReferences(props, run.segment.collector, {
    dataPaths: dataPathsOf(component, props, rich.policy),
    budget: run.segment.components.inline,
    ...(shown ? { shown } : {}),
  })
  if (!resolved.ok) return resolved
  const checked = validateComponent(component, resolved.props, { policy: rich.policy, budget, writtenBytes, via, referenced: resolved.referenced })
  if (!checked.ok) return { ok: false, issues: checked.issues.map((issue) => unquoted(issue, resolved.referenced)) }
  const rows = resolved.referenced.find(({ pointer }) => pointer === '/rows')?.rows
  const invisible = invisibleContent(component, Array.isArray(rows) ? { ...checked.props, rows } : checked.props)
  if (invisible.length > 0) return { ok: false, issues: invisible.map((issue) => unquoted(issue, resolved.referenced)) }
  return { ok: true, props: checked.props, ...(resolved.referenced.some(({ rows }) => typeof rows === 'string') ? { hidden: true } : {}) }
}

/** Removes the value from an issue inside the data of an artifact. */
function unquoted(issue: ValidationIssue, referenced: readonly ReferencedData[]): ValidationIssue {
  if (!referenced.some(({ pointer }) => issue.pointer === pointer || issue.pointer.startsWith(`${pointer}/`))) return issue
  const { received: _, suggestion: __, ...rest } = issue
  return rest
}
