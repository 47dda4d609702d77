import { describe, expect, it } from 'vitest'
import { conversation } from '../test-support/conversation.ts'
import { draftStory } from './draft.ts'

const reply = (...wishes: string[]) => {
  const messages = [...wishes, 'Write it between [ARTIFACT:abcd] and [/ARTIFACT:abcd].'].map((content) => ({ role: 'user' as const, content }))
  const [made] = [draftStory.reply(conversation('', { messages }))].flat()
  const content = String(made?.content)
  return { letter: content.split('[/ARTIFACT')[0], talk: content.split('[USER:abcd]')[1] }
}

describe('the draft story', () => {
  it('changes what it knows to change', () => {
    const { letter, talk } = reply('A note about CO2', 'make it friendlier')
    expect(letter).toContain('Hello everyone')
    expect(talk).toMatch(/Changed as you asked/)
  })

  it('says so when it left the text as it was, also after a wish that it knew', () => {
    const before = reply('A note about CO2', 'shorten it')
    const after = reply('A note about CO2', 'shorten it', 'add a verse in Klingon')
    expect(after.letter).toBe(before.letter)
    expect(after.talk).toMatch(/left the text as it was/)
  })
})
