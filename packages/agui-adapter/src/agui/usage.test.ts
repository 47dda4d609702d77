import type { TokenUsage } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { type Bare, finish, logOf, start } from '../test-support/log.ts'
import { createAguiMapper } from './create-agui-mapper.ts'

/** Returns the usage in the terminal event of a run after these reports. */
function totalsOf(reports: TokenUsage[]): unknown {
  const mapper = createAguiMapper()
  const log: Bare[] = [start(), ...reports.map((report): Bare => ({ type: 'usage', ...report })), finish('answer', 'A')]
  const last = logOf(log)
    .flatMap((event) => mapper.feed(event))
    .at(-1)
  return last && 'usage' in last ? last.usage : undefined
}

describe('the usage of a run', () => {
  it('is left out when nothing was reported', () => {
    expect(totalsOf([])).toBeUndefined()
  })

  it('has the counts that were reported and no others', () => {
    expect(totalsOf([{ input: 5 }])).toStrictEqual([{ inputTokens: 5 }])
    expect(totalsOf([{ output: 5 }])).toStrictEqual([{ outputTokens: 5 }])
    expect(totalsOf([{ input: 5, output: 0 }])).toStrictEqual([{ inputTokens: 5, outputTokens: 0, totalTokens: 5 }])
    expect(totalsOf([{ cached: 1, reasoning: 2 }])).toStrictEqual([{ cachedInputTokens: 1, reasoningTokens: 2 }])
    expect(totalsOf([{ model: 'm', provider: 'p', input: 1 }])).toStrictEqual([{ provider: 'p', model: 'm', inputTokens: 1 }])
  })

  it('is added up for each model of each provider', () => {
    const reports = [
      { model: 'a', provider: 'p', input: 1 },
      { model: 'b', provider: 'p', input: 2 },
      { model: 'a', provider: 'q', input: 4 },
      { model: 'a', provider: 'p', input: 8 },
      { input: 16 },
    ]
    expect(totalsOf(reports)).toStrictEqual([
      { provider: 'p', model: 'a', inputTokens: 9 },
      { provider: 'p', model: 'b', inputTokens: 2 },
      { provider: 'q', model: 'a', inputTokens: 4 },
      { inputTokens: 16 },
    ])
  })

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('does not count %d tokens', (count) => {
    expect(totalsOf([{ input: count, output: 3 }])).toStrictEqual([{ outputTokens: 3 }])
  })
})
