import { describe, expect, it } from 'vitest'
import { errorCodes } from '../errors/codes.ts'
import { PfError } from '../errors/pf-error.ts'
import { filterReply, nonce } from './__fixtures__/reply.ts'
import { blockReasons } from './block-stages.ts'
import { BlockContractError, parseBlocks } from './parse-blocks.ts'

const A = `[ARTIFACT:${nonce}]`
const a = `[/ARTIFACT:${nonce}]`
const U = `[USER:${nonce}]`
const u = `[/USER:${nonce}]`

const broken = [
  {
    title: '[002-model-03] text outside the blocks',
    reason: 'text_outside',
    texts: [`x${A}${a}${U}${u}`, `${A}${a}and${U}${u}`, `${A}${a}${U}${u}.`, 'no blocks at all', `${A.toLowerCase()}${a}${U}${u}`, '[[', `${A.slice(0, -1)} ]`],
  },
  { title: '[002-model-03] a tag begun behind the last one', reason: 'text_outside', texts: [`${A}${a}${U}${u}[`, `${A}${a}${U}${u}\n${A.slice(0, -1)}`] },
  { title: '[002-model-04] USER before ARTIFACT', reason: 'wrong_order', texts: [`${U}q${u}${A}x${a}`, U] },
  {
    title: '[002-model-02] a block that is missing',
    reason: 'missing_block',
    texts: ['', ' \n', `${A}x${a}`, `${A}x${a}\n`, '[', A.slice(0, -1), `${A}${a}${U.slice(0, 3)}`],
  },
  {
    title: '[002-model-02] a block that is not closed',
    reason: 'unclosed_block',
    texts: [`${A}x`, A, `${A}x\n${U}q${u}`, `${A}x${a}${U}q`, `${A}x${a}${U}q${u.slice(0, -1)}`],
  },
  {
    title: '[002-model-02] a block inside a block',
    reason: 'nested_block',
    texts: [`${A}x${A}y${a}${a}${U}${u}`, `${A}${a}${U}${U}${u}`, `${A}${a}${U}${A}${a}${u}`],
  },
  {
    title: '[002-model-02] a block that comes twice',
    reason: 'repeated_block',
    texts: [`${A}${a}${A}${a}${U}${u}`, `${A}${a}${U}${u}${U}${u}`, `${A}${a}${U}${u}${A}${a}`],
  },
  {
    title: '[002-model-02] a closing tag of no open block',
    reason: 'stray_close',
    texts: [`${a}${A}${a}${U}${u}`, u, `${A}${u}${a}${U}${u}`, `${A}${a}${a}${U}${u}`, `${A}${a}${u}`, `${A}${a}${U}${a}${u}`, `${A}${a}${U}${u}${u}`],
  },
]

const faultOf = (text: string): unknown => {
  try {
    return parseBlocks(text, nonce)
  } catch (error) {
    return error
  }
}

describe('parseBlocks', () => {
  it('[002-parse-01] gives both texts exactly; fences, lists, nonce-less tags and blank lines are text', () => {
    const artifact = '\n# Title\n\n```ts\nconst a = b[0]\n```\n  [ARTIFACT] [/ARTIFACT:other]  \n'
    expect(parseBlocks(`\n ${A}\n${artifact}\n${a}\r\n\t${U}\nShall I? \n${u}\n`, nonce)).toEqual({ artifact, user: 'Shall I? ' })
    expect(parseBlocks(`${A}${a}${U}${u}`, nonce)).toEqual({ artifact: '', user: '' })
  })

  it.each(broken)('refuses $title', ({ reason, texts }) => {
    for (const text of texts) {
      const fault = faultOf(text)
      if (!(fault instanceof BlockContractError)) throw new Error(`accepted ${text}`)
      expect([text, fault.reason, fault.code, fault.fields, fault.name]).toEqual([text, reason, 'block_contract', { reason }, 'BlockContractError'])
      expect(filterReply([text]).verdict).toEqual({ parse_ok: false, events: [], reason })
    }
  })

  it('every reason has a reply that breaks the contract in that way', () => {
    expect([...new Set(broken.map(({ reason }) => reason))].sort()).toEqual(Object.keys(blockReasons).sort())
  })

  it('its errors are data: known across copies, in the table, and without a word of the reply', () => {
    for (const text of broken.flatMap(({ texts }) => texts)) {
      const fault = faultOf(text.replaceAll('x', 'SECRET'))
      if (!PfError.isInstance(fault)) throw new Error('no PfError')
      expect(errorCodes).toHaveProperty(fault.code)
      expect(fault.message.length).toBeLessThanOrEqual(200)
      expect(JSON.stringify([fault.message, fault.fields])).not.toMatch(/SECRET|k7Qx92/)
    }
  })

  it('an unusable nonce is an error of the caller, not of the reply', () => {
    expect(() => parseBlocks('', 'a]b[c')).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })
})
