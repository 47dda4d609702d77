import type { ToolContext } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { answerElicitation } from './answer-elicitation.ts'

type Answer = Awaited<ReturnType<ToolContext['pause']>>

const contextWith = (answer: Answer) => ({ pause: async () => answer }) as unknown as ToolContext
const paramsWith = (properties: unknown) => ({ message: 'Where to?', requestedSchema: { type: 'object', properties } }) as never

describe('answerElicitation', () => {
  it('returns the requested fields in the types that the protocol allows', async () => {
    const properties = { text: {}, count: {}, agreed: {}, chosen: {}, nested: {}, empty: {}, missing: {} }
    const result = { text: 'Oslo', count: 2, agreed: false, chosen: ['a', 1], nested: { a: 1 }, empty: null, extra: 'not requested' }
    const answer = await answerElicitation(paramsWith(properties), contextWith({ status: 'answered', result }))
    expect(answer).toEqual({ action: 'accept', content: { text: 'Oslo', count: 2, agreed: false, chosen: ['a', '1'] } })
  })

  it('does not take fields from the prototype of the requested schema', async () => {
    const result = { toString: 'text', city: 'Oslo' }
    const answer = await answerElicitation(paramsWith({ city: {} }), contextWith({ status: 'answered', result }))
    expect(answer).toEqual({ action: 'accept', content: { city: 'Oslo' } })
  })

  it('is cancelled when the form was not answered', async () => {
    const answer = await answerElicitation(paramsWith({ city: {} }), contextWith({ status: 'cancelled' } as Answer))
    expect(answer).toEqual({ action: 'cancel' })
  })

  it('declines a request that cannot be shown as a form', async () => {
    const context = contextWith({ status: 'answered', result: { city: 'Oslo' } })
    for (const params of [paramsWith({}), paramsWith(undefined), { message: 'Where to?' } as never])
      expect(await answerElicitation(params, context)).toEqual({ action: 'decline' })
  })
})
