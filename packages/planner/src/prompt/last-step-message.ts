import type { ModelMessage } from '../model/model.ts'

/** Said before the last step, so that a run at its limit ends with an answer and not with nothing. */
export const lastStepMessage: ModelMessage = {
  role: 'user',
  content:
    'This is your last step; no tool will run any more. Reply with {"next_node": "final_response", "args": {"answer": "…"}} from what you know, and say what is missing.',
}
