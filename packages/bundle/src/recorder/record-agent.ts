import type { InteractionRef, InteractionStore, Scope } from '@pf/core'
import { type Agent, type AgentOptions, createAgent, type Model } from '@pf/planner'
import { recordModel } from '@pf/planner/recording'
import { recordTool } from './record-tool.ts'
import type { RunRecorder } from './run-recorder.ts'

/** Options of `createRecordedAgent`. */
export interface RecordingOptions {
  recorder: RunRecorder
  /** Maximum size of the value of a tool, in UTF-16 units of JSON. A larger value is not recorded, and a replay of it fails. Default 10,000,000. */
  maxValueChars?: number
  /** Receives the errors of the recorder, which never affect a run. */
  onError?: (error: unknown) => void
}

/**
 * Creates an agent whose runs can be exported as bundles that replay: like `createAgent`, but requests, model calls and tool executions are
 * also passed to the recorder.
 */
export function createRecordedAgent(options: AgentOptions, { recorder, maxValueChars = 10_000_000, onError }: RecordingOptions): Agent {
  const add: RunRecorder['add'] = async (...recording) => {
    try {
      await recorder.add(...recording)
    } catch (error) {
      onError?.(error)
    }
  }
  const recorded = <Recorded extends Model>(model: Recorded) =>
    recordModel(model, async (exchange, run) => {
      if (run) await add(run.owner, run.runId, { type: 'model_call', exchange })
    })
  const { model, models, router, summaryModel, tools } = options
  // A model that has several roles stays one object, because the names of models must be unique.
  const known = new Map<Model, Model>()
  const once = (given: Model) => known.get(given) ?? known.set(given, recorded(given)).get(given) ?? given
  const agent = createAgent({
    ...options,
    model: once(model),
    tools: tools.map((tool) => recordTool(tool, add, maxValueChars)),
    ...(models ? { models: models.map((choice) => ({ ...choice, model: once(choice.model) })) } : {}),
    ...(router ? { router: once(router) } : {}),
    ...(summaryModel ? { summaryModel: once(summaryModel) } : {}),
  })
  return { ...agent, ...recordingPort(agent, { add, pending: options.ports.pending }) }
}

interface Recording {
  add: RunRecorder['add']
  pending: InteractionStore
}

function recordingPort(agent: Agent, { add, pending }: Recording): Pick<Agent, 'start' | 'answer'> {
  return {
    start: async (input, scope) => {
      // Before the start, because the agent and the caller may change the input and a question may be closed by it.
      const answers = await Promise.all((input.answers ?? []).map(async ({ ref, envelope }) => ({ ref: await byCall(pending, scope, ref), envelope })))
      const given = structuredClone({ ...input, ...(input.answers ? { answers } : {}) })
      const result = await agent.start(input, scope)
      if (result.status === 'started') await add(scope.owner, result.run_id, { type: 'request', request: { type: 'start', input: given } })
      return result
    },
    answer: async (ref, envelope, scope) => {
      const call = await byCall(pending, scope, ref)
      const given = structuredClone(envelope)
      const result = await agent.answer(ref, envelope, scope)
      if (result.status === 'accepted' && 'tool_call_id' in call)
        await add(scope.owner, result.run_id, { type: 'request', request: { type: 'answer', tool_call_id: call.tool_call_id, envelope: given } })
      return result
    },
  }
}

/** Identifies a question by its call, whose id is the same in a replay. An unknown question keeps its own id. */
async function byCall(pending: InteractionStore, scope: Scope, ref: InteractionRef): Promise<InteractionRef> {
  if (!('interaction_id' in ref)) return ref
  const found = await pending.get(scope, ref.interaction_id)
  return found ? { thread_id: found.thread_id, run_id: found.run_id, tool_call_id: found.tool_call_id } : ref
}
