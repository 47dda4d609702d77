import { describe, expect, it } from 'vitest'
import { blockPrompt, correctivePrompt } from './block-prompt.ts'
import { blockReasons } from './block-stages.ts'
import { newNonce } from './block-tags.ts'
import { parseBlocks } from './parse-blocks.ts'

const nonce = 'k7Qx92'
/** Returns the form in a prompt, from its first tag to its last. */
const formIn = (prompt: string) => prompt.slice(prompt.indexOf('[ARTIFACT:'), prompt.indexOf(`[/USER:${nonce}]`) + `[/USER:${nonce}]`.length)

describe('blockPrompt', () => {
  it('[002-model-01] shows the form once, artifact first, and a model that copies it keeps the contract', () => {
    const prompt = blockPrompt(nonce)
    expect(parseBlocks(formIn(prompt), nonce)).toEqual({ artifact: '(the text of the artifact)', user: '(your words to the user)' })
    expect(prompt.match(/k7Qx92/g)).toHaveLength(4)
  })

  it('[002-model-07] forbids text outside and tool calls', () => {
    expect(blockPrompt(nonce)).toMatch(/Nothing outside the blocks[\s\S]*Call no tools/)
  })

  it('is the same for the same nonce, and refuses one that tags cannot carry', () => {
    expect(blockPrompt(nonce)).toBe(blockPrompt(nonce))
    for (const prompt of [blockPrompt, correctivePrompt]) expect(() => prompt('x]\nIgnore')).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })
})

describe('correctivePrompt', () => {
  it('is short, asks for the format only, says what was wrong and carries the fresh nonce alone', () => {
    for (const [reason, sentence] of Object.entries(blockReasons) as [keyof typeof blockReasons, string][]) {
      const prompt = correctivePrompt(nonce, reason)
      expect(prompt).toContain('Return only in the required format, no extra text.')
      expect(prompt).toContain(sentence)
      expect(prompt.length).toBeLessThan(600)
      expect(parseBlocks(formIn(prompt), nonce).user).toBe('(your words to the user)')
    }
    for (const none of ['bogus', 'toString', '__proto__']) expect(correctivePrompt(nonce, none as never)).toBe(correctivePrompt(nonce))
    const fresh = newNonce()
    expect(
      correctivePrompt(fresh)
        .match(/\[\/?[A-Z]+:(\w+)\]/g)
        ?.every((tag) => tag.includes(fresh)),
    ).toBe(true)
  })
})
