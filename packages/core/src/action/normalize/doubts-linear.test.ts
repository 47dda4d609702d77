import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../../tooling/test-setup/cpu-time.ts'
import { normalizeAction } from './normalize-action.ts'

const a = '{"next_node":"pay","args":{"amount":900}}'
const b = '{"next_node":"pay","args":{"amount":90}}'
const doubtsOf = (text: unknown) => normalizeAction(text, { tools: ['pay'] }).doubts ?? []

describe('normalizeAction: doubts about an action in a long text', () => {
  it('takes linear time for text without end', () => {
    for (const part of ['<a ', '<x>', 'no ', '~~', '- ', '[/X]', '&lt;a', 'maybe, ', '\n', '<|', 'user:'])
      for (const text of [part.repeat(300_000 / part.length) + a, a + part.repeat(300_000 / part.length), `${a}${part.repeat(300_000 / part.length)}${b}`]) {
        const started = cpuTime()
        doubtsOf(text)
        expect(cpuTime() - started, part).toBeLessThan(1_500)
      }
  })
})
