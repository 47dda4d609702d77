import { describe, expect, it } from 'vitest'
import { normalizeAction, normalizeThoroughly } from './normalize-action.ts'

const twice = JSON.stringify('{"q":1,"q":2}')
const call = (args: string) => `{"next_node":"search","args":${args}}`
const isDoubted = (text: string) => normalizeAction(text).doubts?.includes('repeated_key') ?? false

describe('normalizeAction: keys that have two values', () => {
  it.each([
    call('{"q":1,"q":2}'),
    call('{"q":{"a":1},"q":{"a":2}}'),
    call('{"q":[{"a":1,"a":2}]}'),
    call(twice),
    call(JSON.stringify('  {"q":1,"q":2}')),
    call(JSON.stringify(twice)),
    call(JSON.stringify('{"answer":"a","answer":"b"}')),
    `Now: ${call(twice)}`,
    `{"next_node":"search","args":"{\\"q\\":1}","note":${twice}}`,
    `{"next_node":"search","args":"{\\"q\\":1}","notes":[1,null,{"a":${twice}}]}`,
    `Now: {"next_node":"search","args":"{\\"q\\":1}","note":${twice}}`,
  ])('are doubted in %s', (text) => {
    expect(isDoubted(text)).toBe(true)
  })

  it.each([
    call('{"q":1,"q":1}'),
    call('{"q":{"a":1,"b":2},"q":{"b":2,"a":1}}'),
    call(JSON.stringify('{"q":1,"q":1}')),
    call(`{"note":${twice}}`),
    `Now: ${call(`{"note":${twice}}`)}`,
    `{"next_node":"search","args":"{\\"q\\":1}","note":"see {\\"q\\":1,\\"q\\":2}"}`,
    `${call('{"q":1}')}\n{"x":1,"x":2}`,
  ])('are not doubted in %s', (text) => {
    expect(isDoubted(text)).toBe(false)
  })

  it('are found in a long call only when they are searched for', () => {
    const long = (rest: string) => call(`{"text":"${'x'.repeat(2000)}"${rest}}`)
    for (const [rest, doubts] of [
      [',"q":1,"q":2', ['repeated_key']],
      [',"q":1', undefined],
    ] as const) {
      expect(normalizeAction(long(rest)).doubts).toBeUndefined()
      expect(normalizeThoroughly(long(rest)).doubts).toEqual(doubts)
      expect(normalizeThoroughly(long(rest)).action).toEqual(normalizeAction(long(rest)).action)
    }
  })

  it('are found in a call of 2,000 characters, and not in one of 2,001', () => {
    const filled = (length: number) => call('{"q":1,"q":2,"text":"#"}').replace('#', 'x'.repeat(length - call('{"q":1,"q":2,"text":""}').length))
    expect([2000, 2001].map((length) => [filled(length).length, isDoubted(filled(length))])).toEqual([
      [2000, true],
      [2001, false],
    ])
  })
})
