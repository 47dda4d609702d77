import { afterAll, describe, expect, it } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { readCsv } from './read-csv.ts'

const client = createQueryClient(new URL('./query-worker.ts', import.meta.url))
afterAll(() => client.close())
const read = (text: string) => readCsv(new TextEncoder().encode(text))
const ask = async (text: string, sql: string) => (await client.query(sql, { maxRows: 1_000, timeoutMs: 2_000, file: read(text) })).rows

describe('a CSV file', () => {
  it('[003-in-03] becomes a table with numbers, dates, texts and missing values', async () => {
    const csv = '\uFEFFday;name;amount\r\n2026-01-02;"Ada; ""A"".";1.5\r\n2026-01-03;;\r\n'
    expect(read(csv).columns).toEqual([
      { name: 'day', type: 'date' },
      { name: 'name', type: 'text' },
      { name: 'amount', type: 'number' },
    ])
    expect(await ask(csv, 'SELECT * FROM file ORDER BY day')).toEqual([
      { day: '2026-01-02', name: 'Ada; "A".', amount: 1.5 },
      { day: '2026-01-03', name: null, amount: null },
    ])
    expect(await ask(csv, 'SELECT avg(amount) AS mean, max(day) AS last FROM file')).toEqual([{ mean: 1.5, last: '2026-01-03' }])
  })

  it('keeps codes with leading zeros, and every column of a header with odd names', async () => {
    expect(await ask('code,Code,,"a""b\'",__proto__\n007,1,x,y,z', 'SELECT * FROM file')).toEqual([
      { code: '007', Code_2: 1, column_3: 'x', 'a"b\'': 'y', _proto_: 'z' },
    ])
  })

  it('is refused without rows and above the limits', () => {
    for (const text of ['', 'a,b', '\n\n']) expect(() => read(text)).toThrow(/no rows/)
    expect(() => read(`${'a,'.repeat(201)}\n1`)).toThrow(/at most 200/)
    expect(() => read(`a\n${'1\n'.repeat(100_001)}`)).toThrow(/at most 100000/)
  })

  it('is no table for other queries, and opens no other table', async () => {
    await expect(client.query('SELECT * FROM file', { maxRows: 1, timeoutMs: 2_000 })).rejects.toThrow(/no table file/)
    await expect(ask('a\n1', 'SELECT * FROM duckdb_settings()')).rejects.toThrow(/not allowed/)
    await expect(ask('a\n1', 'DROP TABLE cars')).rejects.toThrow(/Only one SELECT/)
    expect(await ask('a\n1', 'SELECT count(*) AS n FROM file, cars')).toEqual([{ n: 406 }])
  })
})
