import type { Policy } from '../policy/policy.ts'
import type { RunBudget } from '../policy/run-budget.ts'
import type { CheckResult, ComponentCheckOptions } from './check.ts'

/** A location at which a reference was replaced by data or a stored reference. The result of resolveReferences in @pf/artifacts has this form. */
export interface ReferencedLocation {
  /** JSON Pointer into the props. */
  pointer: string
  /** The data, if the props contain only a reference to them. They are validated as if they were in the props. */
  rows?: unknown
  reference?: unknown
}

/** Options of `validateComponent`. */
export interface ValidateOptions {
  policy: Policy
  /**
   * The budget that is charged. Props written by a model are charged to the budget of its run every time. `'uncounted'` is for props that
   * are not charged: in a front end, whose server has already charged them, and for a host's own tool. There is no default, so that it
   * cannot be forgotten.
   */
  budget: RunBudget | 'uncounted'
  /**
   * Number of UTF-8 bytes written by the model for this component. By default it is measured from the props without the `referenced` parts.
   * Pass 0 to validate the same request again.
   */
  writtenBytes?: number
  /** The kind of tool that requested the component. Default `render`: interactive components are refused. */
  via?: 'render' | 'interactive'
  /** For front ends: pass `withoutUnknown` if `compatibility` returns `newer`. It removes parts of a component that this registry does not know. */
  newer?: ComponentCheckOptions['newer']
  /** `full` (default): props as sent over the wire, with resolved references. `model`: props as written by the model, with `{"$artifact": REF}`. */
  mode?: 'full' | 'model'
  /**
   * The locations at which references were resolved, including earlier ones if a shown component is updated. With a run's budget, stored
   * references `{artifact_id}` at other locations were written by the model and are refused.
   */
  referenced?: readonly ReferencedLocation[]
}

/** Valid props with defaults filled in and the number of bytes charged for them (0 if uncounted), or all of their faults. */
export type ValidateResult = (Extract<CheckResult, { ok: true }> & { bytes: number }) | Extract<CheckResult, { ok: false }>
