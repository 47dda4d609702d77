import { type ReferencedData, resolveReferences } from '@pf/artifacts'
import type { JsonObject, ValidationIssue } from '@pf/core'
import { dataPathsOf, type Policy, registryDigest, registryVersion, validateComponent } from '@pf/registry'
import type { ToolRun } from '../tools/tool-run.ts'
import { invisibleContent } from './visible-content.ts'

/** Version and digest of the registry behind a policy, as run_start and chunks tell them. */
export function registryOf(policy: Policy | undefined): { version: string; digest: string } {
  const { version = registryVersion, digest = registryDigest } = policy?.registry ?? {}
  return { version, digest }
}

/** A component as a model or an update wants it. */
export interface ComponentRequest {
  component: string
  props: unknown
  /** Bytes that the model wrote for it; they count against its budgets. */
  writtenBytes: number
  /** Default render: interactive components are refused. */
  via?: 'render' | 'interactive'
}

/** Props that may be shown, or why not. `hidden`: a text of an artifact stands in them, which would be quoted where they are told of. */
export type Prepared = { ok: true; props: JsonObject; hidden?: true } | { ok: false; issues: ValidationIssue[] }

/** Resolves data references of the component and of those inside it, then validates all of it, data that stays a reference included. */
export function prepareComponent(run: ToolRun, { component, props, writtenBytes, via = 'render' }: ComponentRequest): Prepared {
  const { rich } = run.agent
  const { budget } = run.segment.components
  if (!rich || !budget) return { ok: false, issues: [{ code: 'component_not_allowed', pointer: '' }] }
  const resolved = resolveReferences(props, run.segment.collector, {
    dataPaths: dataPathsOf(component, props, rich.policy),
    budget: run.segment.components.inline,
  })
  if (!resolved.ok) return resolved
  const checked = validateComponent(component, resolved.props, { policy: rich.policy, budget, writtenBytes, via, referenced: resolved.referenced })
  if (!checked.ok) return { ok: false, issues: checked.issues.map((issue) => unquoted(issue, resolved.referenced)) }
  const rows = resolved.referenced.find(({ pointer }) => pointer === '/rows')?.rows
  const invisible = invisibleContent(component, Array.isArray(rows) ? { ...checked.props, rows } : checked.props)
  if (invisible.length > 0) return { ok: false, issues: invisible.map((issue) => unquoted(issue, resolved.referenced)) }
  return { ok: true, props: checked.props, ...(resolved.referenced.some(({ rows }) => typeof rows === 'string') ? { hidden: true } : {}) }
}

/** An issue inside the data of an artifact says what is wrong there, and not with which value. */
function unquoted(issue: ValidationIssue, referenced: readonly ReferencedData[]): ValidationIssue {
  if (!referenced.some(({ pointer }) => issue.pointer === pointer || issue.pointer.startsWith(`${pointer}/`))) return issue
  const { received: _, suggestion: __, ...rest } = issue
  return rest
}
