import type { Story } from '@pf/testing'
import { afterEach, expect, it } from 'vitest'
import { answer, createHarness, finishOf, type Harness, ofType } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

/** A model that writes these outputs, one per call. Each is cut by the output limit, except the last one if it is complete. */
function cutStory(...outputs: string[]): Story {
  let calls = 0
  const reply = () => {
    const content = outputs[Math.min(calls++, outputs.length - 1)] ?? ''
    return content.endsWith('}}') ? { content } : { content, finish: 'length' as const }
  }
  return { name: 'cut', match: () => true, reply }
}

const start = '{"next_node":"final_response","args":{"answer":"'

it('an answer that the output limit has cut is continued, not written again', async () => {
  harness = await createHarness({ stories: [cutStory(`${start}The first half, `, 'the second half, ', 'and the end."}}')] })
  const events = await harness.run('Tell me everything.')
  expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: 'The first half, the second half, and the end.' } })
  expect(ofType(events, 'repair').map(({ kind }) => kind)).toEqual(['rest', 'rest'])
})

it('a model that starts over instead is taken at its word', async () => {
  harness = await createHarness({ stories: [cutStory(`${start}The first half, `, answer('Short.'))] })
  expect(finishOf(await harness.run('Tell me everything.')).payload).toMatchObject({ raw_answer: 'Short.' })
})

it('a rest that comes as an action of its own does not replace the first half', async () => {
  const whole = 'The first half, and the second.'
  harness = await createHarness({ stories: [cutStory(`${start}The first half, `, answer('and the second.'), answer(whole))] })
  const events = await harness.run('Tell me everything.')
  expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: whole } })
  expect(ofType(events, 'repair').map(({ kind }) => kind)).toEqual(['rest', 'shorter'])
})

it('keeps the longest part when every attempt is cut, with the route partial and a warning that names the limit', async () => {
  harness = await createHarness({ stories: [cutStory(`${start}One two three four five`, `${start}One`, `${start}One two`)] })
  const finish = finishOf(await harness.run('Tell me everything.'))
  expect(finish).toMatchObject({ reason: 'answer', payload: { raw_answer: 'One two three four five', route: 'partial' } })
  expect(finish.payload.warnings).toEqual([expect.stringContaining('max_tokens')])
})

it('names the limit when it is reached before there is an answer', async () => {
  harness = await createHarness({ stories: [cutStory('<think>Let me think about this for a long time')] })
  const finish = finishOf(await harness.run('Tell me everything.'))
  expect(finish).toMatchObject({ reason: 'no_path', error: { code: 'repair_exhausted' } })
  expect(finish.payload.raw_answer).toContain('output limit')
  expect(finish.payload.warnings).toEqual([expect.stringContaining('max_tokens')])
})
