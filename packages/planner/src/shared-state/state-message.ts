import { PfError } from '@pf/core'
import type { ModelMessage } from '../model/model.ts'
import type { Run } from '../run/run.ts'
import { clampJson } from '../util/clamp-json.ts'
import { scrubTexts } from '../util/scrub-texts.ts'
import { checkState } from './check-state.ts'
import { currentState } from './shared-state.ts'

/** Returns the message with the current state, as a context, which the system prompt describes as data. Empty if the prompt has no state. */
export function stateMessages(run: Run): ModelMessage[] {
  const { sharedState, limits } = run.agent
  if (!sharedState?.select || run.state.shared_state === undefined) return []
  try {
    const selected = sharedState.select(currentState(run))
    if (selected === undefined) return []
    const value = scrubTexts(clampJson(checkState(selected, Number.POSITIVE_INFINITY), limits.observationChars).value, run.segment.secrets)
    return [{ role: 'user', content: JSON.stringify({ context: [{ description: 'The shared state of the application, as it is now', value }] }) }]
  } catch (cause) {
    const { hooks } = run.agent
    const message = 'The function state.prompt failed; the prompt does not contain the state.'
    const error = new PfError('invalid_config', message, { cause })
    hooks.onLog({ level: 'error', message, tool: '', owner: run.scope.owner, runId: run.runId, threadId: run.threadId, error }, run.segment.secrets)
    return []
  }
}
