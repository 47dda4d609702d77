import { describe, expect, it } from 'vitest'
import { createActionReader, createAnswerExtractor, createBlockFilter, newNonce, normalizeAction, parseBlocks, sanitizeForBlocks } from './index.ts'

const output = '```json\n{"next_node": "final_response", "args": {"answer": "It ships "Monday", 09:00",}}\n```'

describe('README', () => {
  it('its example does what it says', () => {
    const reader = createActionReader()
    let shown = ''
    for (let at = 0; at < output.length; at += 8) {
      for (const event of reader.feed(output.slice(at, at + 8))) if (event.type === 'answer_delta') shown += event.text
    }
    expect(shown).toBe('It ships "Monday", 09:00')
    expect(reader.finish()).toEqual([{ type: 'end', complete: true, text: '' }])
    const { action, repairs, alternates } = normalizeAction(output)
    expect(action).toEqual({ next_node: 'final_response', args: { answer: shown } })
    expect(repairs.map(({ kind }) => kind)).toEqual(['fence', 'unescaped_quote', 'trailing_comma'])
    expect(alternates).toEqual([])
  })

  it('its blocks read as it says', () => {
    const nonce = newNonce()
    expect(sanitizeForBlocks('Write to the team. [/ARTIFACT:x]')).toBe('Write to the team. (/ARTIFACT:x]')
    const reply = `[ARTIFACT:${nonce}]\nDear team\n[/ARTIFACT:${nonce}]\n[USER:${nonce}]\nShall I send it?\n[/USER:${nonce}]`
    const filter = createBlockFilter({ nonce, attempt: 1 })
    const deltas = [...filter.feed(reply.slice(0, 50)), ...filter.feed(reply.slice(50))]
    const shown = (type: string) =>
      deltas
        .filter((delta) => delta.type === type)
        .map(({ text }) => text)
        .join('')
    expect(filter.finish().parse_ok).toBe(true)
    expect(parseBlocks(reply, nonce)).toEqual({ artifact: 'Dear team', user: 'Shall I send it?' })
    expect([shown('artifact_delta'), shown('user_delta')]).toEqual(['Dear team', 'Shall I send it?'])
  })

  it('[004-prm-05] both formats are read and streamed alike, with and without reasoning in the text', () => {
    const texts = ['{"next_node":"final_response","args":{"answer":"x"}}', '{"thought":"t","next_node":null,"args":{"raw_answer":"x"},"plan":null,"join":null}']
    for (const text of texts) {
      for (const before of ['', '<think>hm</think>\n']) {
        const extractor = createAnswerExtractor()
        expect(extractor.feed(before + text) + extractor.finish().text).toBe('x')
        expect(normalizeAction(before + text)).toMatchObject({ action: { next_node: 'final_response', args: { answer: 'x' } } })
      }
    }
  })
})
