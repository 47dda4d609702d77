import { type JsonSchema, PfError } from '@pf/core'
import { createMarkPlan, type MarkPlan } from './mark-plan.ts'
import { readSchemaGraph } from './schema-graph.ts'

/** A tool's output schema, compiled; opaque but for what is named here. */
export interface Marks {
  /** Some field is marked as an artifact. */
  readonly any: boolean
  /** Some part produces sources. */
  readonly sources: boolean
  /** $refs that could not be followed: marks behind them are unknown. */
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

/** The machine behind marks. Throws PfError `invalid_input` for anything `compileMarks` did not make. */
export function planOf(marks: Marks): MarkPlan {
  const plan = plans.get(marks)
  if (!plan) throw new PfError('invalid_input', 'The marks were not made by compileMarks(schema). Pass what it returned.')
  return plan
}
