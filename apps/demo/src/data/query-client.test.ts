import { afterAll, describe, expect, it } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { tables } from './tables.ts'

const client = createQueryClient(new URL('./query-worker.ts', import.meta.url))
const options = { maxRows: 1000, timeoutMs: 2000 }
const query = (sql: string, more = {}) => client.query(sql, { ...options, ...more })
afterAll(() => client.close())

describe('the demo database', () => {
  it('holds every listed table with exactly the listed columns', async () => {
    for (const table of tables) {
      const { columns, rows } = await query(`SELECT * FROM ${table.name} LIMIT 3`)
      expect(columns.map((column) => column.name)).toEqual(table.columns.map((column) => column.name))
      expect(rows).toHaveLength(3)
    }
  })

  it('gives numbers, dates and missing values as JSON', async () => {
    const { rows } = await query(
      "SELECT 1::BIGINT AS a, 2.5::DECIMAL(5,2) AS b, DATE '2020-01-02' AS c, NULL AS d, 'NaN'::DOUBLE AS e, 9007199254740993 AS f, TIMESTAMP '2020-01-02 03:04:05' AS g",
    )
    expect(rows[0]).toEqual({ a: 1, b: 2.5, c: '2020-01-02', d: null, e: null, f: '9007199254740993', g: '2020-01-02T03:04:05' })
  })

  it('keeps every value when two columns have one name', async () => {
    const { rows } = await query('SELECT 1 AS n, 2 AS n')
    expect(rows[0]).toEqual({ n: 1, n_2: 2 })
  })

  it('says when there are more rows than asked for', async () => {
    expect(await query('SELECT * FROM cars', { maxRows: 10 })).toMatchObject({ truncated: true })
    expect((await query('SELECT * FROM cars', { maxRows: 10 })).rows).toHaveLength(10)
    expect(await query('SELECT * FROM cars LIMIT 10', { maxRows: 10 })).toMatchObject({ truncated: false })
  })

  it.each([
    ['nothing', ''],
    ['a comment', '-- nothing'],
    ['two statements', 'SELECT 1; SELECT 2'],
    ['a hidden drop', 'SELECT 1; DROP TABLE cars'],
    ['an insert', 'INSERT INTO co2 VALUES (NULL, 1, 1)'],
    ['a writing WITH', 'WITH x AS (SELECT 1) INSERT INTO co2 SELECT NULL, 1, 1'],
    ['a setting', "SET memory_limit='8GB'"],
    ['a copy', "COPY cars TO '/tmp/x.csv'"],
    ['an attach', "ATTACH '/tmp/x.db'"],
    ['a pragma', 'PRAGMA version'],
  ])('refuses %s', async (_what, sql) => {
    await expect(query(sql)).rejects.toMatchObject({ kind: 'not_select' })
  })

  it.each(["SELECT * FROM read_csv('/etc/passwd')", "SELECT * FROM read_text('/etc/hostname')", "SELECT * FROM glob('/*')", "SELECT * FROM '/etc/passwd'"])(
    'reaches no file: %s',
    async (sql) => {
      const error = await query(sql).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ kind: 'sql' })
      expect(String(error)).not.toMatch(/\/etc\/|root:/)
    },
  )

  it('names the fault in SQL that does not parse or bind', async () => {
    await expect(query('SELEC 1')).rejects.toMatchObject({ kind: 'sql', message: expect.stringContaining('yntax error') })
    await expect(query('SELECT nme FROM cars')).rejects.toMatchObject({ kind: 'sql', message: expect.stringContaining('name') })
  })

  it('ends a query at its time limit and answers the next one', async () => {
    await expect(query('SELECT count(*) FROM range(1000000000) a, range(1000) b', { timeoutMs: 300 })).rejects.toMatchObject({ kind: 'timeout' })
    expect((await query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it('ends a query that no interrupt reaches', async () => {
    await expect(query("SELECT length(repeat('x', 2000000000)) + length(repeat('y', 2000000000))", { timeoutMs: 200 })).rejects.toMatchObject({
      kind: expect.stringMatching(/timeout|memory/),
    })
    expect((await query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  }, 20_000)

  it('ends a query whose result would fill the memory', async () => {
    await expect(query("SELECT repeat('x', 1000000) AS text FROM range(2000)")).rejects.toMatchObject({
      kind: expect.stringMatching(/memory|too_large|timeout/),
    })
    expect((await query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  }, 20_000)

  it('stops at once when the caller gives up', async () => {
    const stop = new AbortController()
    const running = query('SELECT count(*) FROM range(1000000000) a, range(1000) b', { timeoutMs: 20_000, signal: stop.signal })
    stop.abort()
    await expect(running).rejects.toThrow()
    expect((await query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it('answers queries asked at once in order', async () => {
    const results = await Promise.all([1, 2, 3, 4, 5].map((n) => query(`SELECT ${n} AS n`)))
    expect(results.map((result) => result.rows[0])).toEqual([1, 2, 3, 4, 5].map((n) => ({ n })))
  })
})
