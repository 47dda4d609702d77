import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer } from './answers.ts'
import { defaultLimits } from './limits.ts'
import { parseChat } from './parse-chat.ts'
import { parseRunInput } from './parse-run-input.ts'

/** Returns every text inside a value, including keys. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)]) : []
}
const unstorable = (value: unknown) => textsOf(value).filter((text) => text.includes('\0') || !text.isWellFormed())

const dirty = fc.array(fc.constantFrom('a', '\0', '\ud83d', '\ude00', '\u{1f600}', 'z'), { maxLength: 6 }).map((parts) => `x${parts.join('')}`)
const json = fc.oneof(dirty, fc.dictionary(dirty, fc.oneof(dirty, fc.array(dirty, { maxLength: 3 })), { maxKeys: 3 }))
const call = fc.record({ id: dirty, type: fc.constant('function'), function: fc.record({ name: dirty, arguments: dirty }) })
const message = fc.oneof(
  fc.record({ id: dirty, role: fc.constantFrom('user', 'system', 'developer'), content: dirty }),
  fc.record({ id: dirty, role: fc.constant('user'), content: fc.array(fc.record({ type: fc.constant('text'), text: dirty }), { minLength: 1, maxLength: 2 }) }),
  fc.record({ id: dirty, role: fc.constant('assistant'), content: dirty, toolCalls: fc.array(call, { maxLength: 2 }) }),
  fc.record({ id: dirty, role: fc.constant('tool'), toolCallId: dirty, content: dirty, error: dirty }),
)

describe('what is taken of a request', () => {
  it('contains no NUL and no lone surrogate', () => {
    const body = fc.record({
      threadId: fc.constant('t'),
      runId: fc.constant('r'),
      messages: fc.array(message, { minLength: 1, maxLength: 5 }),
      tools: fc.array(fc.record({ name: fc.constantFrom('one', 'two'), description: dirty, parameters: json }), { maxLength: 2 }),
      context: fc.array(fc.record({ description: dirty, value: dirty }), { maxLength: 2 }),
      state: json,
      forwardedProps: fc.record({ pf: fc.record({ action: json }) }),
      resume: fc.array(fc.record({ interruptId: dirty, status: fc.constant('resolved'), payload: json }), { maxLength: 2 }),
    })
    fc.assert(
      fc.property(body, (given) => {
        const parsed = parseRunInput(JSON.parse(JSON.stringify(given)))
        expect(parsed.ok).toBe(true)
        expect(unstorable(parsed)).toEqual([])
      }),
    )
  })

  it('finds the result of a call whose id had to be cleaned', () => {
    const toolCalls = [{ id: 'c\0\ud83d', type: 'function', function: { name: 'f', arguments: '{}' } }]
    const messages = [
      { id: 'a', role: 'assistant', toolCalls },
      { id: 'b', role: 'tool', toolCallId: 'c\0\ud83d', content: 'x' },
      { id: 'c', role: 'user', content: 'y' },
    ]
    const parsed = parseRunInput({ threadId: 't', runId: 'r', messages, tools: [], context: [] })
    expect(parsed).toMatchObject({ ok: true, warnings: [], input: { messages: [{ tool_calls: [{ id: 'c\ufffd' }] }, { tool_call_id: 'c\ufffd' }, {}] } })
  })

  it('reports the position of a message that is too long, even when its id was cleaned', () => {
    const messages = [{ id: 'a\0', role: 'user', content: 'x'.repeat(300_000) }]
    expect(parseRunInput({ threadId: 't', runId: 'r', messages, tools: [], context: [] })).toMatchObject({ ok: false, issues: [{ pointer: '/messages/0' }] })
  })

  it('is the same for plain chat and for answers', () => {
    const answers = fc.array(fc.record({ interaction_id: dirty, result: json }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(dirty, answers, (text, given) => {
        expect(unstorable(parseChat({ message: text, answers: given }, defaultLimits))).toEqual([])
        expect(unstorable(readAnswer({ ...given[0] }, ['interaction_id'], 20))).toEqual([])
      }),
    )
  })
})
