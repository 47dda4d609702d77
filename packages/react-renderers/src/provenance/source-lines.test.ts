import { readProvenance } from '@pf/core/internal'
import { describe, expect, it } from 'vitest'
import { figureMessages } from '../messages/figures.ts'
import { sourceLines } from './source-lines.ts'

const call = { id: 'tc:1', name: 'run_query', args: '{"sql":"SELECT"}' }
const linesOf = (source: unknown) => {
  const provenance = readProvenance({
    counts: { result: 0, computed: 1, stated: 0, unproven: 0, references: 0 },
    figures: [{ text: '276', source }],
    results: [{ ref: 'run_query.rows', tool: 'run_query', tool_call_id: 'tc:1' }],
  })
  const [figure] = provenance?.figures ?? []
  if (!provenance || !figure) throw new Error('not read')
  const turn = { toolCalls: [call] } as unknown as Parameters<typeof sourceLines>[1]['turn']
  return sourceLines(figure, { turn, provenance, messages: figureMessages, locale: 'en' })
}
const ref = 'run_query.rows'

describe('the lines of a computed figure', () => {
  it('say how many rows of a column were computed with, if they are not all', () => {
    const source = { kind: 'computed', operation: 'mean', operands: [{ ref, path: '/*/mass_g' }], declared: false }
    expect(linesOf(source).map(({ text }) => text)).toEqual(['Mean of:', 'All rows of run_query · mass_g'])
    expect(linesOf({ ...source, rows: 1200 })[1]?.text).toBe('1,200 rows of run_query · mass_g, those that the text names')
    expect(linesOf({ ...source, rows: -1 })[1]?.text).toBe('All rows of run_query · mass_g')
  })

  it('show the query of several values once', () => {
    const operands = [0, 2].map((row) => ({ ref, path: `/${row}/birds`, row }))
    expect(linesOf({ kind: 'computed', operation: 'sum', operands, declared: false })).toEqual([
      { text: 'Sum of:' },
      { text: 'run_query · row 1 · birds', location: operands[0] },
      { text: 'run_query · row 3 · birds', location: operands[1], query: '{"sql":"SELECT"}' },
    ])
  })
})
