import { afterAll, describe, expect, it } from 'vitest'
import { createQueryClient } from '../../data/query-client.ts'
import { datasets } from '../datasets/datasets.ts'
import { composeSql } from '../query/compose-sql.ts'
import { understand } from '../query/understand.ts'
import { grammarPhrases } from '../question/grammar.ts'
import { answerText } from './answer-text.ts'
import { drawingOf } from './drawing-of.ts'

const client = createQueryClient(new URL('../../data/query-worker.ts', import.meta.url))
afterAll(() => client.close())

describe('any sequence of known words', () => {
  let seed = 4
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const pick = <Item>(list: readonly Item[]) => list[random(list.length)] as Item
  const times = [
    'in 1975',
    'in 2005',
    'since 1980',
    'from 1970 to 1980',
    'in July',
    'in May 2009',
    '1990 and 2000',
    '100',
    '2.5 kg',
    'above 20',
    'between 3 and 9',
    'the last 5 years',
  ]

  it('has no query, or one that runs and is put into words', async () => {
    let queries = 0
    for (let round = 0; round < 800; round++) {
      const dataset = pick(datasets)
      const own = [
        ...dataset.entityWords,
        ...dataset.measures.flatMap(({ words }) => words),
        ...dataset.dimensions.flatMap(({ words, values }) => [...words, ...values.flatMap((value) => value.words)]),
      ]
      const words = Array.from({ length: 1 + random(4) }, () => pick([pick(own), pick(own), pick(grammarPhrases)[0], pick(times)]))
      const question = [pick(own), ...words].join(' ')
      const understood = understand(question)
      if (understood.kind !== 'query') continue
      queries++
      const { rows, facts } = composeSql(understood.query)
      const read = await client.query(rows, { maxRows: 5000, timeoutMs: 5000 })
      const figures = facts === undefined ? read.rows[0] : (await client.query(facts, { maxRows: 1, timeoutMs: 5000 })).rows[0]
      const reading = { preview: read.rows.slice(0, 5), rowCount: read.rows.length, facts: figures ?? {} }
      expect(answerText(understood.query, reading), question).not.toMatch(/undefined|NaN|Infinity|\[object|null/)
      drawingOf(understood.query, { $artifact: 'run_query.rows' }, reading)
    }
    expect(queries).toBeGreaterThan(100)
  }, 60_000)
})
