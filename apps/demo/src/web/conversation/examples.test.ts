import { describe, expect, it } from 'vitest'
import { stories } from '../../model/stories.ts'
import { conversation } from '../../model/test-support/conversation.ts'
import { examples, moreExamples } from './examples.ts'

describe('the examples of an empty page', () => {
  it.each([...examples, ...moreExamples].filter(({ file }) => file === undefined))('the scripted model has a story for "$ask"', ({ ask }) => {
    expect(stories.find((story) => story.match(conversation(ask)))?.name).not.toBe('not-understood')
  })
})
