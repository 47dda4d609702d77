import { resolveReferences } from '@pf/artifacts'
import type { JsonObject, ValidationIssue } from '@pf/core'
import { dataPathsOf, validateComponent } from '@pf/registry'
import type { ToolRun } from '../tools/tool-run.ts'

/** A component as a model or an update wants it. */
export interface WantedComponent {
  component: string
  props: unknown
  /** Bytes that the model wrote for it; they count against its budgets. */
  writtenBytes: number
  /** Default render: interactive components are refused. */
  via?: 'render' | 'interactive'
}

/** Props that may be shown, or why not. */
export type Prepared = { ok: true; props: JsonObject } | { ok: false; issues: ValidationIssue[] }

/** Resolves data references of the component and of those inside it, then validates all of it, data that stays a reference included. */
export function prepareComponent(run: ToolRun, { component, props, writtenBytes, via = 'render' }: WantedComponent): Prepared {
  const { rich } = run.agent
  const { budget } = run.components
  if (!rich || !budget) return { ok: false, issues: [{ code: 'component_not_allowed', pointer: '' }] }
  const resolved = resolveReferences(props, run.collector, { dataPaths: dataPathsOf(component, props, rich.policy), budget: run.components.inline })
  if (!resolved.ok) return resolved
  const checked = validateComponent(component, resolved.props, { policy: rich.policy, budget, writtenBytes, via, referenced: resolved.referenced })
  return checked.ok ? { ok: true, props: checked.props } : checked
}
