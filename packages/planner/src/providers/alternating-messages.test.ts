import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ModelMessage } from '../model/model.ts'
import { alternatingMessages } from './alternating-messages.ts'

it('joins any messages into user and assistant in turn, and loses no text (vllm#6862, google/adk-python#1373)', () => {
  const message = fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content: fc.string({ minLength: 1 }) })
  const system: ModelMessage = { role: 'system', content: 'Be brief.' }
  fc.assert(
    fc.property(fc.array(message, { maxLength: 8 }), fc.boolean(), fc.boolean(), (said, hasPrompt, allowed) => {
      const sent = alternatingMessages(hasPrompt ? [system, ...said] : said, { system: allowed })
      const turns = sent[0]?.role === 'system' ? sent.slice(1) : sent
      expect(turns.map(({ role }) => role)).toEqual(turns.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')))
      expect(turns.at(-1)?.role).toBe('user')
      expect(sent.some(({ role }) => role === 'system')).toBe(hasPrompt && allowed)
      const text = sent.map(({ content }) => content).join('\n\n')
      let from = 0
      for (const { content } of hasPrompt ? [system, ...said] : said) {
        const found = text.indexOf(content, from)
        expect(found).toBeGreaterThanOrEqual(from)
        from = found + content.length
      }
    }),
  )
})
