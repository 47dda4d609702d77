import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { PfError } from '../errors/pf-error.ts'
import { readLines } from '../test-support/read-lines.ts'
import { chunksOf, splitEverywhere } from '../testing/split-everywhere.ts'
import { createPartialJson, type PartialJson, type PartialJsonOptions } from './partial-json.ts'

// This is long enough for a heavily loaded machine.
vi.setConfig({ testTimeout: 120_000 })

interface PartialCase {
  id: string
  kind: string
  input: string | { repeat: [string, number] }
  note?: string
  expect: { value: unknown }
}

const cases = readLines<PartialCase>(new URL('./__fixtures__/streaming-json.jsonl', import.meta.url)).filter(({ kind }) => kind === 'partial')

function feedAll(chunks: Iterable<string>, options?: PartialJsonOptions): PartialJson {
  const partial = createPartialJson(options)
  for (const chunk of chunks) partial.feed(chunk)
  return partial
}

function codeOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (PfError.isInstance(error)) return error.code
    throw error
  }
  return 'accepted'
}

const after = (text: string) => feedAll([text])

describe('createPartialJson: the cases', () => {
  for (const { id, input, note, expect: expected } of cases) {
    it(`${id}: ${note ?? String(input).slice(0, 60)}`, () => {
      const text = typeof input === 'string' ? input : input.repeat[0].repeat(input.repeat[1])
      const ways = typeof input === 'string' ? [...splitEverywhere(text)] : [[text], chunksOf(text, 64)]
      for (const chunks of ways) {
        if (typeof expected.value === 'string') expect(`error:${codeOf(() => feedAll(chunks))}`).toBe(expected.value)
        else expect(JSON.stringify(feedAll(chunks).value)).toBe(JSON.stringify(expected.value))
      }
    })
  }
})

describe('createPartialJson: its value', () => {
  it('is what JSON.parse gives once the text is whole, for every cut', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t'), (data, indent) => {
        const text = JSON.stringify(data, null, indent)
        for (const chunks of [[text], text.split(''), chunksOf(text, 3)])
          expect(JSON.stringify(feedAll(chunks).finish())).toBe(JSON.stringify(JSON.parse(text)))
      }),
      { numRuns: 500 },
    )
  })

  it('is a snapshot: what was read once never changes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (data) => {
        const partial = createPartialJson()
        const seen: [unknown, string | undefined][] = []
        for (const character of JSON.stringify(data)) {
          partial.feed(character)
          seen.push([partial.value, JSON.stringify(partial.value)])
        }
        for (const [value, text] of seen) expect(JSON.stringify(value)).toBe(text)
      }),
      { numRuns: 300 },
    )
  })

  it('keeps the identity of what has not changed', () => {
    const partial = createPartialJson()
    const read = (text: string) => {
      partial.feed(text)
      return partial.value as { a: unknown[]; b: { c: unknown; d: unknown } }
    }
    const first = read('{"a":[{"x":1},{"y":2}')
    const second = read('],"b":{"c":[1],"d":"te')
    const third = read('xt"')
    const fourth = read('}')
    expect(second.a).toBe(first.a)
    expect([third.a, third.b.c]).toEqual([second.a, second.b.c])
    expect(third.b.c).toBe(second.b.c)
    expect(third.b).not.toBe(second.b)
    expect(fourth).toBe(third)
    expect(read(' ')).toBe(fourth)
  })

  it('shows no incomplete key, number, literal, escape or surrogate pair', () => {
    const rows: [string, unknown][] = [
      ['{"a":1,"b', { a: 1 }],
      ['{"a":1,"b":', { a: 1 }],
      ['[1,2', [1]],
      ['[1,2.5e', [1]],
      ['[tru', []],
      ['["a\\', ['a']],
      ['["a\\u00e', ['a']],
      ['["a\\ud83d', ['a']],
      ['["a\ud83d', ['a']],
      ['["a\\ud83d\\ude00', ['a😀']],
      ['"text', 'text'],
      ['', undefined],
    ]
    for (const [text, expected] of rows) expect(after(text).value).toEqual(expected)
  })
})

describe('createPartialJson: the state of a path', () => {
  it('is pending while a value may grow and complete once it may not', () => {
    const text = '{"a":{"b":[1,"x"],"c":"te'
    const states = (pointers: string[]) => pointers.map((pointer) => after(text).pathState(pointer))
    expect(states(['', '/a', '/a/c'])).toEqual(['pending', 'pending', 'pending'])
    expect(states(['/a/b', '/a/b/0', '/a/b/1'])).toEqual(['complete', 'complete', 'complete'])
    expect(states(['/b', '/a/d', '/a/b/2', '/a/c/0', 'x', '/__proto__', '/a/b/length'])).toEqual(new Array(7).fill('absent'))
  })

  it('knows keys without a value, items in progress and the end', () => {
    expect(after('{"a":1,"b":').pathState('/b')).toBe('pending')
    expect(after('{"a":1,"a":').pathState('/a')).toBe('pending')
    expect(after('{"a":1,"a').pathState('/a')).toBe('complete')
    expect(after('[1,"x').pathState('/1')).toBe('pending')
    expect(after('[1,2').pathState('/1')).toBe('pending')
    expect(after('[[1],').pathState('/1')).toBe('absent')
    expect(after('{"a/b":{"~":1}}').pathState('/a~1b/~0')).toBe('complete')
    expect(after('{"a":1}').pathState('')).toBe('complete')
  })

  it('is never more than the value says, and complete for every path in the end', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (data) => {
        const partial = createPartialJson()
        for (const character of `${JSON.stringify(data)} `) partial.feed(character)
        expect(partial.pathState('')).toBe('complete')
        if (data !== null && typeof data === 'object')
          for (const key of Object.keys(data)) expect(partial.pathState(`/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)).toBe('complete')
      }),
      { numRuns: 300 },
    )
  })
})

describe('createPartialJson: words and numbers', () => {
  it('gives a literal with its last letter', () => {
    for (const chunks of splitEverywhere('{"a":true')) expect(feedAll(chunks).value).toEqual({ a: true })
    const json = createPartialJson()
    json.feed('[null')
    expect([json.value, json.pathState('/0')]).toEqual([[null], 'complete'])
  })

  it('refuses at once what no continuation makes valid, at its first wrong character', () => {
    const faults = {
      '[truX': 4,
      '[nulll': 5,
      '[01': 2,
      '[1.2.3': 4,
      '[NaN': 1,
      '[+1': 1,
      '[.5': 1,
      '[-a': 2,
      '[1.a': 3,
      '[1e5.': 4,
      '--1': 1,
      True: 0,
      x: 0,
      '[1e+-': 4,
    }
    for (const [text, offset] of Object.entries(faults))
      for (const chunks of splitEverywhere(text)) {
        const json = createPartialJson()
        let fields: unknown
        try {
          for (const piece of chunks) json.feed(piece)
        } catch (error) {
          if (PfError.isInstance(error)) fields = error.fields
        }
        expect([text, fields]).toEqual([text, { offset, early: false }])
      }
  })

  it('reads numbers of any length, and keeps refusing after an early end', () => {
    const digits = '9'.repeat(3000)
    const json = createPartialJson()
    for (const digit of `[${digits}.5e-3]`) json.feed(digit)
    expect(json.finish()).toEqual(JSON.parse(`[${digits}.5e-3]`))
    const cut = createPartialJson()
    cut.feed('{')
    expect(() => cut.finish()).toThrow(PfError)
    expect(() => cut.feed('}')).toThrow(PfError)
  })

  it('reports every path as absent before the first token, and below a string or number', () => {
    for (const text of ['', '  ', '"ab', '12', '"ab"']) {
      const json = createPartialJson()
      json.feed(text)
      expect([text, json.pathState('/a')]).toEqual([text, 'absent'])
    }
    expect(createPartialJson().pathState('')).toBe('absent')
  })

  it('accepts only text, and replaces unusable limits by the maximum', () => {
    for (const piece of [null, undefined, 5, {}]) expect(() => createPartialJson().feed(piece as never)).toThrow(PfError)
    const json = createPartialJson({ maxDepth: Number.NaN })
    json.feed('['.repeat(1000))
    expect(() => json.feed('[')).toThrow(expect.objectContaining({ code: 'too_deep', fields: { offset: 1000, early: false } }))
  })
})

describe('createPartialJson: what it refuses', () => {
  it('everything that JSON.parse refuses, for every cut', () => {
    const faults = [
      "{'a':1}",
      '{a:1}',
      '[1,]',
      '{"a":1,}',
      '[,]',
      '[1 2]',
      '{"a" 1}',
      '{"a":1 "b":2}',
      '[01]',
      '[1.]',
      '[.5]',
      '[+1]',
      '[--1]',
      '[tru]',
      '[True]',
      '[NaN]',
      '[1//\n]',
    ]
    const more = [
      '["\n"]',
      '["\\x"]',
      '["\\u12g4"]',
      '[\u00a01]',
      '\ufeff[]',
      '{}{}',
      '[]]',
      '}',
      '{"a":"b"c"}',
      '["a"b"]',
      '```',
      '[undefined]',
      '{"a":1]',
      '1 2',
      '"a" "b"',
      '[-]',
      '[1e]',
      '[0x1]',
    ]
    for (const text of [...faults, ...more]) {
      expect(() => JSON.parse(text)).toThrow()
      for (const chunks of splitEverywhere(`${text} `)) expect([text, codeOf(() => feedAll(chunks).finish())]).toEqual([text, 'syntax'])
    }
  })

  it('agrees with JSON.parse on mutated JSON', () => {
    const edit = fc.tuple(fc.nat(200), fc.nat(3), fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', '0', '-', '.', 'e', 't', ' ', '\n', 'null', "'"))
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.array(edit, { maxLength: 3 }), (data, edits) => {
        const text = edits.reduce(
          (whole, [at, drop, insert]) => whole.slice(0, at % (whole.length + 1)) + insert + whole.slice((at % (whole.length + 1)) + drop),
          JSON.stringify(data),
        )
        let expected: string | undefined
        try {
          expected = JSON.stringify(JSON.parse(text))
        } catch {}
        for (const chunks of [[text], text.split('')]) {
          const found = { value: undefined as string | undefined }
          const code = codeOf(() => {
            found.value = JSON.stringify(feedAll(chunks).finish())
          })
          expect([found.value, code]).toEqual([expected, expected === undefined ? 'syntax' : 'accepted'])
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('depth and size, also in one piece', () => {
    expect(codeOf(() => after('['.repeat(129)))).toBe('too_deep')
    expect(codeOf(() => after('['.repeat(128)))).toBe('accepted')
    expect(codeOf(() => feedAll(['[[['], { maxDepth: 2 }))).toBe('too_deep')
    expect(codeOf(() => feedAll(['"éé'], { maxBytes: 4 }))).toBe('too_large')
    expect(codeOf(() => feedAll(['"éé'], { maxBytes: 5 }))).toBe('accepted')
  })

  it('keeps throwing after an error, and keeps its last value', () => {
    const partial = createPartialJson()
    partial.feed('{"a":[1,2')
    expect(codeOf(() => partial.feed(' 3]'))).toBe('syntax')
    expect(codeOf(() => partial.feed(']}'))).toBe('syntax')
    expect(codeOf(() => partial.finish())).toBe('syntax')
    expect(partial.value).toEqual({ a: [1, 2] })
  })

  it('distinguishes an early end from an error', () => {
    const fieldsOf = (run: () => unknown) => {
      try {
        run()
      } catch (error) {
        return PfError.isInstance(error) ? error.fields : undefined
      }
      return undefined
    }
    expect(fieldsOf(() => after('{"a":1').finish())).toEqual({ offset: 6, early: true })
    expect(fieldsOf(() => after('{"a":1 x'))).toEqual({ offset: 7, early: false })
  })
})
