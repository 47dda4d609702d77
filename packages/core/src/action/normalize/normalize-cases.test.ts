import { describe, expect, it } from 'vitest'
import { actionOf, codeOf, faultOf } from '../../test-support/normalized.ts'
import { readLines } from '../../test-support/read-lines.ts'
import { normalizeAction } from './normalize-action.ts'

interface NormalizeCase {
  id: string
  kind: string
  input: string
  why: string
  expected: { next_node?: string; args?: Record<string, unknown>; error?: string; partial_answer?: string }
  absent?: string[]
  alternates?: number
}
interface StreamingCase {
  id: string
  kind: string
  input: string
  note?: string
  expect: string | { next_node: string; args: Record<string, unknown> }
}

const cases = readLines<NormalizeCase>(new URL('./__fixtures__/actions.jsonl', import.meta.url)).filter(({ kind }) => kind === 'normalize')
const streamingCases = readLines<StreamingCase>(new URL('../../streaming/__fixtures__/streaming-json.jsonl', import.meta.url)).filter(
  ({ kind }) => kind === 'normalize',
)

/** The decisions of this library where a case leaves the result open or uses another error name. */
const decided = new Map([
  ['python-03', 'unparseable'],
  ['truncated-action-01', 'incomplete'],
  ['truncated-action-03', 'incomplete'],
  ['prose-only-01', 'missing_next_node'],
])

describe('normalizeAction: the cases', () => {
  for (const { id, input, why, expected, absent = [], alternates } of cases) {
    it(`${id}: ${why}`, () => {
      if (expected.error !== undefined) {
        const fault = faultOf(input)
        expect([fault.code, fault.partialAnswer]).toEqual([expected.error, expected.partial_answer])
        return
      }
      const found = normalizeAction(input)
      expect(found.action).toMatchObject(expected)
      for (const key of absent) expect(found.action.args).not.toHaveProperty(key)
      if (alternates !== undefined) expect(found.alternates).toHaveLength(alternates)
    })
  }

  for (const { id, input, note, expect: expected } of streamingCases) {
    it(`${id}: ${note ?? input.slice(0, 60)}`, () => {
      const code = decided.get(id)
      if (code === undefined && typeof expected === 'object') expect(actionOf(input)).toMatchObject({ next_node: expected.next_node, args: expected.args })
      else expect(codeOf(input)).toBe(code)
    })
  }

  it('gives what could be read of a cut answer', () => {
    expect(faultOf('{"next_node":"final_response","args":{"answer":"half an ans').partialAnswer).toBe('half an ans')
  })
})
