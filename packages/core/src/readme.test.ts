import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  actionJsonSchema,
  buildActionPrompt,
  createActionReader,
  createAnswerExtractor,
  createBlockFilter,
  getAnswer,
  getPlanJoin,
  getPlanSteps,
  isFinalResponse,
  isPlan,
  isTask,
  isToolCall,
  newNonce,
  normalizeAction,
  parseBlocks,
  sanitizeForBlocks,
  toLegacyAction,
} from './index.ts'
import { readOutput } from './testing/read-output.ts'
import { splitEverywhere } from './testing/split-everywhere.ts'

const output = '```json\n{"next_node": "final_response", "args": {"answer": "It ships "Monday", 09:00",}}\n```'

describe('README', () => {
  it('[prod-03] the root holds actions, normalizer and streaming extractor, and depends on nothing', () => {
    const actions = [isToolCall, isPlan, isTask, isFinalResponse, getAnswer, getPlanSteps, getPlanJoin, toLegacyAction, actionJsonSchema, buildActionPrompt]
    for (const part of [...actions, normalizeAction, createActionReader, createAnswerExtractor]) expect(part).toBeTypeOf('function')
    const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    expect(manifest).toMatchObject({ name: '@pf/core', peerDependenciesMeta: { zod: { optional: true } } })
    expect(manifest).not.toHaveProperty('dependencies')
  })

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
    const texts = [
      ['{"next_node":"final_response","args":{"answer":"x"}}', undefined],
      ['{"thought":"t","next_node":null,"args":{"raw_answer":"x"},"plan":null,"join":null}', 't'],
    ] as const
    // A model with native reasoning sends it separately from the text, so the expected text contains none.
    for (const [text, thought] of texts) {
      for (const [before, reasoning] of [['', thought], ['<think>hm</think>\n', 'hm'] as const]) {
        const { action, reasoning: read } = normalizeAction(before + text)
        expect([action, read]).toEqual([{ next_node: 'final_response', args: { answer: 'x' } }, reasoning])
        for (const chunks of splitEverywhere(before + text)) {
          const extractor = createAnswerExtractor()
          expect(chunks.map((chunk) => extractor.feed(chunk)).join('')).toBe('x')
          expect(extractor.finish()).toEqual({ text: '', complete: true })
          expect(readOutput(chunks)).toMatchObject({ answer: 'x', reasoning: reasoning ?? '' })
        }
      }
    }
  })
})
