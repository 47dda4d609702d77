import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createAnswerExtractor, createPartialJson, normalizeAction, PfError } from './index.ts'
import { readLines } from './test-support/read-lines.ts'
import { chunksOf, splitEverywhere } from './testing/split-everywhere.ts'

interface Case {
  id: string
  kind: 'extract' | 'partial' | 'normalize'
  input: string | { repeat: [string, number] }
  policy?: true
}

/** The expected result of each case that leaves the answer open: a streamed text, a partial value, an action, or the code of an error. */
const decisions: Record<string, unknown> = {
  'escape-11': "//meta[@p='x']",
  'surrogate-07': 'x \ufffd y',
  'surrogate-09': '\ufffd\n\ufffd',
  'dup-key-01': 'first',
  'dup-key-03': 'one',
  'content-03': 'line1\nline2\tend',
  'number-01': { a: 1 },
  'number-03': { a: [1] },
  'literal-01': { a: 1 },
  'depth-01': 'too_deep',
  'multi-01': { next_node: 'search', args: { q: 'x' } },
  'wrapped-01': { next_node: 'search', args: { q: 'x' } },
  'python-03': 'unparseable',
  'loose-03': { next_node: 'search', args: { q: '57eeeeb1-450b-482c-81b9-4be77e95dee2' } },
  'truncated-action-03': 'incomplete',
  'legacy-03': { next_node: 'plan', args: { steps: [{ node: 'b', args: {} }] } },
  'prose-only-01': 'missing_next_node',
}
const open = readLines<Case>(new URL('./streaming/__fixtures__/streaming-json.jsonl', import.meta.url)).filter(({ policy }) => policy)
const textOf = ({ input }: Case) => (typeof input === 'string' ? input : input.repeat[0].repeat(input.repeat[1]))
const cutsOf = (text: string) => (text.length > 1_000 ? [[text], chunksOf(text, 64)] : splitEverywhere(text))

const read: Record<Case['kind'], (chunks: string[]) => unknown> = {
  extract: (chunks) => {
    const extractor = createAnswerExtractor()
    const shown = chunks.map((chunk) => extractor.feed(chunk)).join('')
    const { text, reset } = extractor.finish()
    return reset ? text : shown + text
  },
  partial: (chunks) => {
    const partial = createPartialJson()
    for (const chunk of chunks) partial.feed(chunk)
    return partial.value
  },
  normalize: (chunks) => normalizeAction(chunks.join('')).action,
}

function outcome(kind: Case['kind'], chunks: string[]): unknown {
  try {
    return read[kind](chunks)
  } catch (error) {
    if (PfError.isInstance(error)) return error.code
    throw error
  }
}

describe('cases that leave the answer open', () => {
  it.each(open.map((each) => [each.id, each] as const))('%s has one answer here, at every cut', (id, each) => {
    for (const chunks of cutsOf(textOf(each))) expect(outcome(each.kind, chunks)).toEqual(decisions[id])
  })

  it('what an extractor shows is also the answer of the action', () => {
    for (const each of open.filter(({ kind }) => kind === 'extract'))
      expect(normalizeAction(textOf(each)).action).toEqual({ next_node: 'final_response', args: { answer: decisions[each.id] } })
  })

  it('each stands in the table of the README, and nothing else does', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
    const rows = [...readme.matchAll(/^\| `([a-z-]+-\d\d)`/gm)].map(([, id]) => id)
    expect(rows).toEqual(Object.keys(decisions))
    expect(open.map(({ id }) => id).sort()).toEqual(Object.keys(decisions).sort())
  })
})
