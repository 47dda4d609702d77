import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { normalizeAction } from './normalize-action.ts'

// This is long enough for a heavily loaded machine.
vi.setConfig({ testTimeout: 120_000 })

const key = fc.oneof(
  fc.constantFrom('a', 'answer', 'args', 'next_node', 'raw_answer', '__proto__', 'constructor', '0', 'ключ', 'a b'),
  fc.string({ unit: 'binary', maxLength: 5 }),
)
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}))
const args = fc.array(fc.tuple(key, value), { maxLength: 5 }).map((entries) => Object.fromEntries(entries))
const indent = fc.constantFrom(undefined, 1, '\t', '\n  ')

/** Python's repr of JSON data. */
function python(data: unknown): string {
  if (data === null) return 'None'
  if (typeof data === 'boolean') return data ? 'True' : 'False'
  if (typeof data === 'string') return pythonText(data)
  if (Array.isArray(data)) return `[${data.map(python).join(', ')}]`
  if (typeof data !== 'object') return String(data)
  return `{${Object.entries(data)
    .map(([name, item]) => `${pythonText(name)}: ${python(item)}`)
    .join(', ')}}`
}

function pythonText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote
}

/** JSON with comments, trailing commas and unquoted keys. */
function relaxed(data: unknown): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data)
  if (Array.isArray(data)) return `[ // list\n${data.map((item) => `${relaxed(item)},`).join('/* x */\n')}]`
  return `{${Object.entries(data)
    .map(([name, item]) => `${name} : ${relaxed(item)}\n , # c\n`)
    .join('')}}`
}

describe('the tolerant scanner and JSON.parse', () => {
  it('read valid JSON with the same result', () => {
    fc.assert(
      fc.property(args, indent, (given, space) => {
        const text = JSON.stringify({ next_node: 't', args: given }, null, space)
        const direct = normalizeAction(text).action
        expect(JSON.stringify(direct)).toBe(JSON.stringify(JSON.parse(text)))
        expect(JSON.stringify(normalizeAction(`see: ${text}`).action)).toBe(JSON.stringify(direct))
      }),
      { numRuns: 1000 },
    )
  })

  it('give the data that was meant, in the dialects models write', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', "'", '\\', '\n', 'é', ' ', '{', '}', '//', '#', '`', '😀', '\t', ','), maxLength: 10 })
    const { item } = fc.letrec<{ item: unknown }>((tie) => ({
      item: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('item'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b_1', 'answer'), tie('item'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b_1', 'c'), item, { noNullPrototype: true }), (given) => {
        const action = { next_node: 't', args: given }
        for (const dialect of [python, relaxed]) expect(normalizeAction(dialect(action)).action).toEqual(action)
      }),
      { numRuns: 1000 },
    )
  })
})
