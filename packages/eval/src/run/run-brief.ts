import type { Model, ModelChunk, PlannerEvent } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent } from '@pf/planner'
import type { Policy } from '@pf/registry'
import type { Brief } from '../briefs/brief.ts'
import type { EvalConfiguration } from '../config/configuration.ts'
import type { Observation } from '../observe/observation.ts'
import { readEvents } from '../observe/read-events.ts'
import { agentTool } from './agent-tools.ts'

/** What a run of a brief needs. */
export interface BriefRun {
  brief: Brief
  configuration: EvalConfiguration
  policy: Policy
  /** The first part of the system prompt. */
  system: string | undefined
  signal: AbortSignal
}

/** Runs a brief with a new agent that has the tools of the brief and nothing else. Rejects if the run could not start. */
export async function runBrief({ brief, configuration, policy, system, signal }: BriefRun): Promise<Observation> {
  const counted = countCalls(configuration.model)
  const { richOutput, ...options } = configuration.agent ?? {}
  let ids = 0
  const agent = createAgent({
    provenance: 'mark',
    recoveryMs: false,
    ...(system === undefined ? {} : { system }),
    ...options,
    model: counted.model,
    tools: brief.tools.map(agentTool),
    ports: createMemoryStore(),
    richOutput: { ...richOutput, enabled: true, policy },
    newId: () => `${brief.id}-${++ids}`,
  })
  try {
    const events: PlannerEvent[] = []
    const start = performance.now()
    for await (const event of agent.run(brief.question, { signal })) events.push(event)
    return readEvents(events, { ms: performance.now() - start, model_calls: counted.calls() })
  } finally {
    await agent.close()
  }
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
