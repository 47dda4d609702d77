import { describe, expect, it } from 'vitest'
import { scanned } from '../../test-support/scanned.ts'
import { splitEverywhere } from '../../testing/split-everywhere.ts'
import { createActionTree } from './action-tree.ts'
import { OutputScanner } from './output-scanner.ts'

const action = '{"next_node":"a"}'
const root = { next_node: 'a' }
const encoded = JSON.stringify(action)

/** Returns the objects and where they are, for comparisons. */
const placesIn = (chunks: Iterable<string>) => scanned(chunks).objects.map(({ tree, start, end }) => [tree.root, start, end])

describe('OutputScanner: places of objects', () => {
  it.each<[string, unknown[]]>([
    [`text ${action} text`, [[root, 5, 22]]],
    [
      '{"b":"x"} {"c":"y"} z',
      [
        [{ b: 'x' }, 0, 9],
        [{ c: 'y' }, 10, 19],
      ],
    ],
    [
      '{"b":["x"]}{"c":{"d":"y"}}',
      [
        [{ b: ['x'] }, 0, 11],
        [{ c: { d: 'y' } }, 11, 26],
      ],
    ],
    [`a {brace}, {"b} and {// {"x":1}\n!} then ${action}`, [[root, 40, 57]]],
    [`"quoted ${action}`, [[root, 8, 25]]],
    [`"{ ${action}`, [[root, 3, 20]]],
    [`{"${action}`, [[root, 2, 19]]],
    [
      `${action}" {"b":2}`,
      [
        [root, 0, 17],
        [{ b: 2 }, 19, 26],
      ],
    ],
    [
      `${action}<function=t>{"q":1}</function>`,
      [
        [root, 0, 17],
        [{ next_node: 't', args: { q: 1 } }, 17, 49],
      ],
    ],
    // The end of an object in a string of another text is not an offset of that text.
    [`see ${encoded}`, [[root, -1, -1]]],
  ])('are the same at every cut: %s', (text, places) => {
    for (const chunks of splitEverywhere(text)) expect(placesIn(chunks)).toEqual(places)
  })

  it('tell whether the object was cut, and whether it was converted from a call', () => {
    const flagsOf = (text: string) => scanned([text]).objects.map(({ cut, doubtful, translated }) => ({ cut, doubtful, translated }))
    expect(flagsOf(action)).toEqual([{ cut: false, doubtful: false, translated: false }])
    expect(flagsOf('{"b":"x"')).toEqual([{ cut: true, doubtful: false, translated: false }])
    expect(flagsOf('{"b":"x" y')).toEqual([{ cut: true, doubtful: true, translated: false }])
    expect(flagsOf('<function=t>{"q":1}</function>')).toEqual([{ cut: false, doubtful: false, translated: true }])
    expect(flagsOf(`${action}<function=t>{"q":1}</function>`).map(({ translated }) => translated)).toEqual([false, true])
  })
})

describe('OutputScanner: a quote after an object', () => {
  it.each(['"}', '" ]', '"\n:', '"\n\t}', ' " :'])('ends a string that contained the object if %j follows', (rest) => {
    for (const chunks of splitEverywhere(action + rest)) expect(scanned(chunks).failure).toBe('ambiguous')
  })

  it.each(['"', '" ', '" x', '" , ', '"."', ' "x" and "y"'])('is text if %j follows', (rest) => {
    for (const chunks of splitEverywhere(action + rest)) expect(scanned(chunks)).toMatchObject({ failure: undefined, roots: [root] })
  })

  it('counts after any object, also one that is not an action', () => {
    expect(scanned(['{"b":2}"}'])).toMatchObject({ failure: 'ambiguous', roots: [{ b: 2 }] })
    expect(scanned(['"x": {"b":2}'])).toMatchObject({ failure: undefined, roots: [{ b: 2 }] })
  })

  it('ends the search', () => {
    expect(scanned([`${action}"}{"b":2}`]).roots).toEqual([root])
  })
})

describe('OutputScanner: an object in a JSON string', () => {
  it.each<[string, number, number]>([
    [encoded, 3, 23],
    [` ${encoded} more`, 4, 24],
    [`see ${encoded}`, 7, 27],
    [`\`\`\`json\n${encoded}\n\`\`\``, 11, 31],
    [JSON.stringify(encoded), 7, 35],
    // The outer quotes are missing.
    [encoded.slice(1, -1), 2, -1],
    [encoded.slice(0, -1), 3, -1],
  ])('is decoded, and its place is reported: %s', (text, at, end) => {
    for (const chunks of splitEverywhere(text)) {
      expect(scanned(chunks)).toMatchObject({ roots: [root], repairs: [{ kind: 'double_encoded', at }], encodedEnd: end })
    }
  })

  it('is the last that is read', () => {
    for (const chunks of splitEverywhere(`${encoded} {"b":1}`)) expect(scanned(chunks).roots).toEqual([root])
  })

  it('is not decoded if more than two strings enclose it', () => {
    expect(scanned([JSON.stringify(JSON.stringify(encoded))]).roots).toEqual([])
  })

  it('is not decoded after another object', () => {
    for (const text of [`${action} ${JSON.stringify('{"b":1}')}`, `${action} {\\"b\\":1}`]) {
      for (const chunks of splitEverywhere(text)) expect(scanned(chunks)).toMatchObject({ roots: [root], repairs: [], encodedEnd: -1 })
    }
  })

  it('is decoded if at most 64 characters precede its first key', () => {
    const after = (blanks: number) => scanned([`"{${' '.repeat(blanks)}${encoded.slice(2)}`]).roots
    expect(after(62)).toEqual([root])
    expect(after(63)).toEqual([])
  })

  it('passes on why its own search ended early, and that it was cut', () => {
    expect(scanned([JSON.stringify('{"b":1 "c"')]).failure).toBe('broken')
    expect(scanned([JSON.stringify('{"b"').slice(0, -2)])).toMatchObject({ failure: undefined, openBrace: true })
  })
})

describe('OutputScanner: the end of the input', () => {
  it.each([
    ['', false],
    ['text', false],
    [action, false],
    ['{"b":1', false],
    ['{', true],
    ['text { "b', true],
    ['{ // comment', true],
  ])('after %j: inside the beginning of an object: %s', (text, openBrace) => {
    expect(scanned([text]).openBrace).toBe(openBrace)
  })

  it('refuses an object that is broken after its first key, or nested too deep', () => {
    expect(scanned(['{"x":1 "y'])).toMatchObject({ failure: 'broken', roots: [] })
    expect(scanned(['{"x":{"y":{"z":1}}}'], 2)).toMatchObject({ failure: 'deep', roots: [] })
    expect(scanned(['{"x":{"y":1}}'], 2)).toMatchObject({ failure: undefined, roots: [{ x: { y: 1 } }] })
  })

  it('does not refuse an action because of a broken object after it', () => {
    expect(scanned([`${action} {"x":1 "y`])).toMatchObject({ failure: undefined, roots: [root] })
  })
})

describe('OutputScanner: braces that are prose', () => {
  it('are skipped up to 50,000 times', () => {
    expect(scanned([`${'{!'.repeat(50_000)}${action}{!{"b":1}`]).roots).toEqual([root])
  })

  it.each(['a {b} c', 'a {// {"x":1}\n!} c', '"a', 'a "b" c', '{\\x'])('belong to reasoning whose opening tag is missing: %s', (text) => {
    for (const chunks of splitEverywhere(`${text}</think>${action}`)) {
      expect(scanned(chunks)).toMatchObject({ reasoning: text, roots: [root] })
    }
  })
})

describe('OutputScanner: a comment before the first key', () => {
  it.each(['\\x', '!', '\\\\ '])('is not searched for actions if %j follows it', (rest) => {
    for (const chunks of splitEverywhere(`{/* ${action} */${rest}`)) expect(scanned(chunks).roots).toEqual([])
  })
})

describe('OutputScanner: code fences', () => {
  it.each<[string, number, string]>([
    [`\`\`\`json\n${action}\n\`\`\``, 8, ''],
    [`why\n\`\`\`json\n${action}\n\`\`\``, 12, 'why'],
    [`<think>t</think>why\n\`\`\`json\n${action}\n\`\`\``, 28, 't'],
  ])('are reported at the object, and prose before one is reasoning if there is no other: %j', (text, at, reasoning) => {
    for (const chunks of splitEverywhere(text)) {
      const read = scanned(chunks)
      expect(read).toMatchObject({ repairs: [{ kind: 'fence', at }], reasoning, roots: [root] })
      expect(read.objects[0]?.fenced).toBe(true)
    }
  })

  it('are not reported where there are none', () => {
    const read = scanned([`why\n${action}`])
    expect(read).toMatchObject({ repairs: [], reasoning: '' })
    expect(read.objects[0]?.fenced).toBe(false)
  })

  it('count for an action even if a later object has none', () => {
    expect(scanned([`\`\`\`json\n${action}\n\`\`\`\n{"b":1}`]).objects.map(({ fenced }) => fenced)).toEqual([true, true])
  })
})

describe('OutputScanner: plain text', () => {
  it('is only appended while a string value is open', () => {
    const read = scanner()
    const states = ['text ', '{', '"next_node"', ':"a', 'b', '\\', 'n', '"', '}', 'text'].map((piece) => {
      read.feed(piece)
      return read.takesPlain
    })
    expect(states).toEqual([false, false, false, true, true, false, true, false, false, false])
  })
})

function scanner(): OutputScanner {
  const { options } = scanned([])
  return new OutputScanner({ ...options, createTree: () => createActionTree() })
}
