import type { JsonSchema } from '@pf/core'
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
  readonly plan: MarkPlan
}

/**
 * Reads the marks of an output schema (JSON Schema draft-07 or 2020-12; undefined: no marks), once per tool.
 * Throws PfError `invalid_config` for a schema of more than 20,000 parts.
 */
export function compileMarks(schema: JsonSchema | undefined): Marks {
  const graph = readSchemaGraph(schema ?? true)
  return {
    any: graph.useful.size > 0,
    sources: graph.nodes.some((node) => node.producer),
    unresolved: graph.unresolved,
    plan: createMarkPlan(graph),
  }
}
