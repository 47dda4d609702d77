import type { Spending, TokenUsage } from '@pf/core'
import { noSpending } from '@pf/core/internal'
import type { ModelPrice } from '../options/budget-options.ts'
import type { Run } from '../run/run.ts'

/** The size of one model call: characters sent and received, and the usage that the endpoint reported. */
export interface CallSize {
  sent: number
  received: number
  usage: TokenUsage | undefined
}

/** Adds the cost of a call to the spending of the run. Reported counts take precedence and update the mean token length; otherwise the tokens are estimated. */
export function countModelCall({ state, agent, segment }: Pick<Run, 'state' | 'agent' | 'segment'>, model: string, { sent, received, usage }: CallSize): void {
  const estimate = (chars: number) => Math.ceil(chars / state.chars_per_token)
  const input = usage?.input ?? estimate(sent)
  const output = usage?.output ?? estimate(received)
  state.tokens += input + output
  segment.ledger?.add(spendingOf({ agent }, model, { input, output, cached: usage?.cached ?? 0 }))
  if (usage?.input) state.chars_per_token = Math.min(6, Math.max(0.5, sent / usage.input))
}

/** Returns what a call is expected to spend at most: its input, and the output that is reserved or can be received. */
export function expectedSpending(
  { state, agent }: Pick<Run, 'state' | 'agent'>,
  model: string,
  { sent, maxReceived }: { sent: number; maxReceived: number },
): Spending {
  const estimate = (chars: number) => Math.ceil(chars / state.chars_per_token)
  const output = Math.min(agent.budgets?.reservedOutput ?? 0, estimate(maxReceived))
  return spendingOf({ agent }, model, { input: estimate(sent), output, cached: 0 })
}

function spendingOf({ agent }: Pick<Run, 'agent'>, model: string, { input, output, cached }: { input: number; output: number; cached: number }): Spending {
  const prices = agent.budgets?.prices ?? {}
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined
  return { ...noSpending, tokens: input + output, model_calls: 1, cost: price ? costOf(price, { input, output, cached }) : 0 }
}

/** Estimated size of a file in a request, in characters: about 1,500 tokens. */
const fileChars = 6_000

/** Returns the number of characters of messages, with an estimate for their files. */
export const charsOf = (messages: readonly { content: string; files?: readonly unknown[]; media?: readonly unknown[] }[]) =>
  messages.reduce((sum, { content, files, media }) => sum + content.length + ((media ?? files)?.length ?? 0) * fileChars, 0)

/** Returns the cost in millionths of the currency. Prices are per million tokens. */
function costOf(price: ModelPrice, { input, output, cached }: { input: number; output: number; cached: number }): number {
  const fromCache = Math.min(cached, input)
  return Math.ceil((input - fromCache) * price.input + fromCache * (price.cached ?? price.input) + output * price.output)
}
