import type { ModelRequest } from '../model/model.ts'
import { askHook, closed, emitVerdict, type HookedRun } from './ask-hook.ts'
import type { ModelPurpose } from './hook-types.ts'

/** The model request after `beforeModel`. */
export async function passRequest(run: HookedRun, request: ModelRequest, purpose: ModelPurpose): Promise<ModelRequest> {
  if (!run.agent.checks.beforeModel) return request
  const { maxTokens, temperature, reasoningEffort } = request
  const parameters = JSON.parse(JSON.stringify({ maxTokens, temperature, reasoningEffort })) as object
  const messages = request.messages.map((message) => ({ ...message }))
  const judged = await askHook(run, 'beforeModel', { purpose, messages, parameters })
  if (judged.verdict === 'failed') throw closed(run, 'beforeModel', judged.reason)
  if (judged.verdict === 'pass') return request
  emitVerdict(run, 'beforeModel', { verdict: 'replaced', text: `what the model is sent was replaced (${judged.reason})` })
  return { ...request, ...judged.parameters, messages: judged.messages ?? request.messages }
}
