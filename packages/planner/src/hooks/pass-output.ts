import { type ActionFormat, normalizeAction, type PlannerAction } from '@pf/core'
import type { KeptReasoning, ModelRequest } from '../model/model.ts'
import { askHook, closed, emitVerdict, type HookedRun } from './ask-hook.ts'
import type { ModelPurpose } from './hook-types.ts'

/** Returns the model request after `beforeModel`. */
export async function passRequest(run: HookedRun, request: ModelRequest, purpose: ModelPurpose): Promise<ModelRequest> {
  if (!run.agent.checks.beforeModel) return request
  const { maxTokens, temperature, reasoningEffort } = request
  const parameters = JSON.parse(JSON.stringify({ maxTokens, temperature, reasoningEffort })) as object
  const messages = request.messages.map((message) => ({ ...message }))
  const judged = await askHook(run, 'beforeModel', { purpose, messages, parameters })
  if (judged.verdict === 'failed') throw closed(run, 'beforeModel', judged.reason)
  if (judged.verdict === 'pass') return request
  emitVerdict(run, 'beforeModel', { verdict: 'replaced', text: `the input of the model was replaced (${judged.reason})` })
  return { ...request, ...judged.parameters, messages: judged.messages ?? request.messages }
}

/** The output of a model call. */
export interface ModelOutput {
  text: string
  /** Offsets of its native calls in the text, which are converted to actions. */
  calls?: { from: number; to: number }
  finish: string
  refusal?: string
  /** Reasoning items that the provider expects to receive back with this output. */
  reasoning?: KeptReasoning
}

/** Returns the part of an output that contains its action: its native calls, if there are any. */
export function actionText({ text, calls }: Pick<ModelOutput, 'text' | 'calls'>): string {
  return calls ? text.slice(calls.from, calls.to) : text
}

/** The settings for reading actions in this run. */
interface ActionReading {
  readonly toolNames: readonly string[]
  readonly agent: { readonly format: ActionFormat }
}

/** Returns the output after `afterModel`. A replaced output counts as complete and is not a refusal. */
export async function passOutput(run: HookedRun & ActionReading, output: ModelOutput, purpose: ModelPurpose): Promise<ModelOutput> {
  if (!run.agent.checks.afterModel) return output
  const action = actionOf(run, actionText(output))
  const { reasoning: _, calls: _calls, ...shown } = output
  const judged = await askHook(run, 'afterModel', { purpose, ...shown, ...(action ? { action } : {}) })
  if (judged.verdict === 'failed') throw closed(run, 'afterModel', judged.reason)
  if (judged.verdict === 'pass') return output
  emitVerdict(run, 'afterModel', { verdict: 'replaced', text: `the output of the model was replaced (${judged.reason})` })
  return { text: judged.text, finish: 'stop' }
}

function actionOf({ toolNames, agent }: ActionReading, text: string): PlannerAction | undefined {
  try {
    return normalizeAction(text, { tools: toolNames, format: agent.format }).action
  } catch {
    return undefined
  }
}
