import type { Policy } from '../policy/policy.ts'
import type { RunBudget } from '../policy/run-budget.ts'
import type { CheckResult, ComponentCheckOptions } from './check.ts'

/** A place where resolving put data or a stored reference; what artifacts' resolveReferences returns fits. */
export interface ReferencedLocation {
  /** JSON Pointer into the props. */
  pointer: string
  /** The data itself, when only a reference stands in the props: it is checked as if it stood there. */
  rows?: unknown
  reference?: unknown
}

/** How a request for a component is to be checked. */
export interface ValidateOptions {
  policy: Policy
  /**
   * Whose bytes are counted. Props that a model wrote count against the budget of its run, every time. `'uncounted'` says that
   * none did: a front end, whose server has counted already, or a host's own tool. There is no default, so that nobody forgets it.
   */
  budget: RunBudget | 'uncounted'
  /** UTF-8 bytes the model wrote for this component; measured from the props without `referenced` parts when left out. 0 for a second look at the same request. */
  writtenBytes?: number
  /** Through which tool it was asked for. Default render: interactive components are refused. */
  via?: 'render' | 'interactive'
  /** For front ends, where `compatibility` says newer: `withoutUnknown`, which leaves out what our registry does not know of a component. */
  newer?: ComponentCheckOptions['newer']
  /** full (default): as it goes over the wire, references resolved. model: as the model wrote it, with `{"$artifact": REF}`. */
  mode?: 'full' | 'model'
  /**
   * What resolving put into the props, also earlier when a shown component is updated. With a run's budget, stored references
   * `{artifact_id}` that are not among these were written by the model and are refused.
   */
  referenced?: readonly ReferencedLocation[]
}

/** Checked props with defaults filled in and the bytes charged for them (0 when uncounted), or everything that is wrong. */
export type ValidateResult = (Extract<CheckResult, { ok: true }> & { bytes: number }) | Extract<CheckResult, { ok: false }>
