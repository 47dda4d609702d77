import { describe, expect, it } from 'vitest'
import { continuationMessages, joinRest } from './continuation.ts'

const cut = '{"next_node":"final_response","args":{"answer":"The first half of the answer'
const options = { tools: ['search'] }

describe('joinRest', () => {
  it('appends the rest, without what the model repeats and without a code fence', () => {
    const whole = `${cut} and the second."}}`
    for (const rest of [' and the second."}}', '```json\n and the second."}}', 'half of the answer and the second."}}'])
      expect(joinRest(cut, rest, options)).toBe(whole)
  })

  it('takes an output that starts over on its own', () => {
    for (const rest of [
      '{"next_node":"final_response","args":{"answer":"The first half, and the second half of it."}}',
      '{"next_node":"final_response","args":{"answer":"The first ha',
      '```json\n{"next_node":"final_response","args":{"ans',
      '{"name":"search","arguments":{}}',
    ])
      expect(joinRest(cut, rest, options)).toBe(rest)
  })

  it('decides nothing about a shorter answer with another beginning, which can be the rest only', () => {
    for (const rest of [
      '{"next_node":"final_response","args":{"answer":"and the second."}}',
      '```json\n{"next_node":"final_response","args":{"answer":"and the sec',
      '{"name":"final_response","arguments":{"answer":"Short."}}',
    ])
      expect(joinRest(cut, rest, options)).toBeUndefined()
  })
})

it('a request for the rest shows the output and names its end', () => {
  const [shown, asked] = continuationMessages(cut)
  expect(shown).toEqual({ role: 'assistant', content: cut })
  expect(asked?.content).toContain(JSON.stringify(cut.slice(-40)))
})
