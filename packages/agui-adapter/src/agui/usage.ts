import type { TokenUsage } from '@pf/core'
import type { Handler, Mapping } from './mapping.ts'

/** Adds to the totals of the segment, which are part of its terminal event. */
export const onUsage: Handler<'usage'> = (mapping, { model, provider, input, output, cached, reasoning }) => {
  const known = mapping.usage.find((entry) => entry.model === model && entry.provider === provider)
  const entry: TokenUsage = known ?? { ...(model === undefined ? {} : { model }), ...(provider === undefined ? {} : { provider }) }
  if (!known) mapping.usage.push(entry)
  for (const [key, count] of Object.entries({ input, output, cached, reasoning })) add(entry, key as Count, count)
}

/** Returns the totals in AG-UI form. Cached and reasoning tokens are included in the totals, and counts that were not reported are omitted. */
export function usageField({ usage }: Mapping) {
  const entries = usage.map(({ model, provider, input, output, cached, reasoning }) => ({
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
    ...(input === undefined || output === undefined ? {} : { totalTokens: input + output }),
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  }))
  return entries.length === 0 ? {} : { usage: entries }
}

type Count = 'input' | 'output' | 'cached' | 'reasoning'

function add(entry: TokenUsage, key: Count, count: number | undefined) {
  if (count !== undefined && Number.isSafeInteger(count) && count >= 0) entry[key] = (entry[key] ?? 0) + count
}
