import type { TokenUsage } from '@pf/core'
import type { RunState } from '../state/run-state.ts'

/** The size of one model call: characters sent and received, and the usage that the endpoint reported. */
export interface CallSize {
  sent: number
  received: number
  usage: TokenUsage | undefined
}

/** Adds the tokens of a call to those of the run. Reported figures take precedence and update the mean token length; otherwise the tokens are estimated. */
export function countTokens(state: Pick<RunState, 'tokens' | 'chars_per_token'>, { sent, received, usage }: CallSize): void {
  const estimate = (chars: number) => Math.ceil(chars / state.chars_per_token)
  state.tokens += (usage?.input ?? estimate(sent)) + (usage?.output ?? estimate(received))
  if (usage?.input) state.chars_per_token = Math.min(6, Math.max(0.5, sent / usage.input))
}

/** Characters of messages. */
export const charsOf = (messages: readonly { content: string }[]) => messages.reduce((sum, { content }) => sum + content.length, 0)
