import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readObject } from './read-object.ts'

// This is long enough for a heavily loaded machine.
vi.setConfig({ testTimeout: 120_000 })

const wanted = '{"score": 1}'

describe('readObject', () => {
  it('reads an object with text, a fence or reasoning around it, and what can be put right', () => {
    const texts = [
      wanted,
      `Sure {really}: ${wanted} Bye {now}.`,
      `\`\`\`json\n${wanted}\n\`\`\``,
      `<think>{"score": 0}</think>${wanted}`,
      `So be it.</think>${wanted}`,
      "{'score': 1,}",
      '{score: 1}',
      JSON.stringify(wanted),
    ]
    for (const text of texts) expect([text, readObject(text)]).toEqual([text, { score: 1 }])
  })

  it('reads none inside reasoning, none that is cut, and none of two readings', () => {
    for (const text of [`<think>${wanted}</think>`, `<think>${wanted}`, `${wanted}</think>`, `${wanted}</think>${wanted}`, '{"score": 1', '[]', '', 'null'])
      expect([text, readObject(text)]).toEqual([text, undefined])
    expect(readObject('{"a":'.repeat(50_000))).toBeUndefined()
  })

  it('takes the first that is accepted', () => {
    expect(readObject(`{"note": 1} ${wanted} {"score": 2}`, (object) => Object.hasOwn(object, 'score'))).toEqual({ score: 1 })
    expect(readObject(`{"note": 1}`, (object) => Object.hasOwn(object, 'score'))).toBeUndefined()
  })

  it('reads no text of more than 16 MiB', () => {
    expect(readObject(wanted.padEnd(16_777_217))).toBeUndefined()
  })

  it('takes the last of two values of any key but an answer, at any depth', () => {
    expect(readObject('{"next_node":"a","args":1,"next_node":"b","args":2}')).toEqual({ next_node: 'b', args: 2 })
    expect(readObject('{"answer":"a","answer":"b","in":{"answer":"c","answer":"d"}}')).toEqual({ answer: 'a', in: { answer: 'd' } })
  })

  it('agrees with JSON.parse on all that is JSON, and never throws', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const text = JSON.stringify(object)
        expect(readObject(text)).toEqual(JSON.parse(text))
      }),
    )
    const unit = fc.constantFrom('{', '}', '"', ':', 'a', '</think>', '<think>', '\\', '1', ',')
    fc.assert(fc.property(fc.string({ unit }), (text) => void readObject(text)))
  })
})
