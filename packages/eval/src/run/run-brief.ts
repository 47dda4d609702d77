import type { JsonObject, JsonSchema, Model, ModelChunk, PlannerEvent, ToolDefinition } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent, type ToolLog } from '@pf/planner'
import type { Policy } from '@pf/registry'
import type { Brief, BriefTool } from '../briefs/brief.ts'
import { rowsOfTool } from '../briefs/rows-of-tool.ts'
import type { EvalConfiguration } from '../config/configuration.ts'
import type { Observation } from '../observe/observation.ts'
import { readEvents } from '../observe/read-events.ts'
import { readRows, type StoredRows } from './read-rows.ts'

/** What a run of a brief needs. */
export interface BriefRun {
  brief: Brief
  configuration: EvalConfiguration
  policy: Policy
  /** The first part of the system prompt. */
  system: string | undefined
  /** True if the rows behind references are wanted. */
  keepRows: boolean
  signal: AbortSignal
}

/** The owner of the runs, which are apart from each other in stores of their own. */
const owner = { id: 'local' }

/** Runs a brief with a new agent that has the tools of the brief and nothing else. Rejects if the run could not start. */
export async function runBrief({ brief, configuration, policy, system, keepRows, signal }: BriefRun): Promise<Observation & { rows?: StoredRows[][] }> {
  const counted = countCalls(configuration.model)
  const { richOutput, ...options } = configuration.agent ?? {}
  let ids = 0
  const faults: string[] = []
  const ports = createMemoryStore()
  const agent = createAgent({
    provenance: 'mark',
    recoveryMs: false,
    ...(system === undefined ? {} : { system }),
    ...options,
    model: counted.model,
    tools: brief.tools.map(agentTool),
    ports,
    richOutput: { ...richOutput, enabled: true, policy },
    hooks: {
      ...options.hooks,
      onLog: (entry) => {
        if (entry.level === 'error') faults.push(causeOf(entry))
        options.hooks?.onLog?.(entry)
      },
    },
    newId: () => `${brief.id}-${++ids}`,
  })
  try {
    const events: PlannerEvent[] = []
    const start = performance.now()
    for await (const event of agent.run(brief.question, { owner, signal })) events.push(event)
    const observation = withCause(readEvents(events, { ms: performance.now() - start, model_calls: counted.calls() }), faults)
    if (!keepRows) return observation
    const page = (id: string, path: string, offset: number, limit: number) => ports.artifacts.page({ owner }, id, path, offset, limit)
    return { ...observation, rows: await Promise.all(observation.shown.map((shown) => readRows(shown, page))) }
  } finally {
    await agent.close()
  }
}

const causeOf = ({ message, error }: ToolLog): string => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return cause instanceof Error ? cause.message : message
}

/** An internal error of a run has its reason only in the log, which is the place where the person who evaluates looks for it. */
function withCause(observation: Observation, [fault]: readonly string[]): Observation {
  const { error } = observation
  return error?.code === 'internal' && fault !== undefined ? { ...observation, error: { ...error, message: `${error.message} ${fault}` } } : observation
}

/** Returns the same model, and a function that returns how often it was called. */
function countCalls(model: Model): { model: Model; calls: () => number } {
  let calls = 0
  const stream = (request: Parameters<Model['stream']>[0], options: { signal: AbortSignal }): AsyncIterable<ModelChunk> => {
    calls += 1
    return model.stream(request, options)
  }
  // Members of a class are inherited, so that a spread would lose them.
  return { model: new Proxy(model, { get: (target, key) => (key === 'stream' ? stream : Reflect.get(target, key, target)) }), calls: () => calls }
}

/** Makes the tool that a brief describes. It takes an optional query, which it ignores, and returns the same data every time. */
function agentTool(tool: BriefTool): ToolDefinition {
  const { name, description, preview_rows, facts, artifacts } = tool
  const rows = rowsOfTool(tool)
  const table: JsonObject = rows ? { columns: Object.keys(rows[0] ?? {}), row_count: rows.length, preview: rows.slice(0, preview_rows), rows } : {}
  const hidden = [...Object.keys(artifacts), ...(rows ? ['rows'] : [])]
  const properties: Record<string, JsonSchema> = Object.fromEntries(hidden.map((key) => [key, { artifact: true }]))
  return {
    name,
    description,
    input: { type: 'object', properties: { query: { type: 'string', description: 'What is needed, in a few words.' } } },
    output: { type: 'object', properties, additionalProperties: true },
    sideEffects: 'read',
    run: () => ({ ...facts, ...artifacts, ...table }),
  }
}
