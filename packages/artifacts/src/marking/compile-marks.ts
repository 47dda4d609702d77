import { type JsonSchema, PfError } from '@pf/core'
import { createMarkPlan, type MarkPlan } from './mark-plan.ts'
import { readSchemaGraph } from './schema-graph.ts'

/** A compiled output schema of a tool. Only the fields below are public. */
export interface Marks {
  /** True if a field is marked as an artifact. */
  readonly any: boolean
  /** True if a part produces sources. */
  readonly sources: boolean
  /** $refs that could not be resolved. Marks behind them are unknown. */
  readonly unresolved: readonly string[]
}

const plans = new WeakMap<Marks, MarkPlan>()

/**
 * Reads the marks of an output schema (JSON Schema draft-07 or 2020-12; undefined: no marks), once per tool.
 * Throws PfError `invalid_config` for a schema of more than 20,000 parts.
 */
export function compileMarks(schema: JsonSchema | undefined): Marks {
  const graph = readSchemaGraph(schema ?? true)
  const marks: Marks = Object.freeze({
    any: graph.nodes.some((node) => node.mark),
    sources: graph.nodes.some((node) => node.producer),
    unresolved: graph.unresolved,
  })
  plans.set(marks, createMarkPlan(graph))
  return marks
}

/** Returns the plan of marks. Throws PfError `invalid_input` for a value that `compileMarks` did not create. */
export function planOf(marks: Marks): MarkPlan {
  const plan = plans.get(marks)
  if (!plan) throw new PfError('invalid_input', 'The marks were not created by compileMarks(schema). Pass its result.')
  return plan
}
