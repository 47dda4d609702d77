import { expect, it } from 'vitest'
import type { ModelMessage } from '../model/model.ts'
import { compactMessages } from './compact-messages.ts'
import { observationMessage } from './transcript-messages.ts'

const user = (content: string): ModelMessage => ({ role: 'user', content })
const observation = (size: number) =>
  observationMessage({ tool_call_id: 'c', tool: 'find', observation: { rows: Array.from({ length: size }, (_, index) => ({ index })) } })

it('keeps the system prompt, the question and the last observation whole, and shortens the rest', () => {
  const question = user('q'.repeat(5_000))
  const history = [
    { role: 'system' as const, content: 's'.repeat(9_000) },
    ...Array.from({ length: 8 }, (_, index) => user(`${index}${'x'.repeat(3_000)}`)),
    question,
  ]
  const transcript = [user('a'), observation(900), user('b'), observation(900)]
  const compact = compactMessages(history, transcript)
  expect(compact.history[0]).toBe(history[0])
  expect(compact.history.at(-1)).toBe(question)
  expect(compact.history.length).toBeLessThan(history.length)
  expect(compact.transcript[3]).toBe(transcript[3])
  expect(compact.transcript[1]?.content.length).toBeLessThan(1_600)
  expect(JSON.parse(compact.transcript[1]?.content ?? '')).toMatchObject({ tool_call_id: 'c', tool: 'find' })
})

it('loses nothing of a conversation that is one question', () => {
  const history = [user('system'), user('question')]
  expect(compactMessages(history, [])).toEqual({ history, transcript: [] })
})
