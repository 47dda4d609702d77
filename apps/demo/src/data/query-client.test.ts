import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { tables } from './tables.ts'

const client = createQueryClient(new URL('./query-worker.ts', import.meta.url))
const options = { maxRows: 1000, timeoutMs: 2000 }
const query = (sql: string, more = {}) => client.query(sql, { ...options, ...more })
afterAll(() => client.close())

/** Returns the process ids of the running query processes. */
function children(): number[] {
  const text = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
  return text
    .split('\n')
    .filter((line) => line.includes('query-worker'))
    .map((line) => Number(line.trim().split(' ')[0]))
}

/** Samples the peak resident memory of a process in MB, if /proc is available. */
function watchPeak(pid: number | undefined): () => number {
  let peak = 0
  const timer = setInterval(() => {
    try {
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
    } catch {
      // The process has ended, or the system has no /proc.
    }
  }, 5)
  return () => {
    clearInterval(timer)
    return peak
  }
}

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
    expect((await query('SELECT 1 AS a, 2 AS a, 3 AS a_2')).rows[0]).toEqual({ a: 1, a_3: 2, a_2: 3 })
    expect((await query('SELECT 1 AS "__proto__"')).rows[0]).toEqual({ _proto_: 1 })
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
    await expect(query(sql)).rejects.toMatchObject({ kind: 'not_allowed' })
  })

  it.each(["SELECT * FROM read_csv('/etc/passwd')", "SELECT * FROM read_text('/etc/hostname')", "SELECT * FROM glob('/*')", "SELECT * FROM '/etc/passwd'"])(
    'reaches no file: %s',
    async (sql) => {
      const error = await query(sql).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ kind: 'not_allowed' })
      expect(String(error)).not.toMatch(/\/etc\/|root:/)
    },
  )

  it.each([
    "SELECT * FROM enable_logging(storage='file', storage_path='x')",
    "SELECT * FROM enable_logging('QueryLog')",
    'SELECT message FROM duckdb_logs',
    'SELECT name, value FROM duckdb_settings()',
    "SELECT current_setting('secret_directory')",
    "SELECT write_log('x')",
    'SELECT setseed(0.5)',
    'SELECT pg_sleep(1)',
    'SELECT * FROM checkpoint()',
    "SELECT * FROM query('SELECT 1')",
    "SELECT * FROM query_table('cars')",
    'SELECT * FROM information_schema.tables',
    'SELECT * FROM system.main.duckdb_views',
    'WITH duckdb_logs AS (SELECT 1) SELECT * FROM duckdb_logs',
    'SELECT (SELECT max(n) FROM (SELECT count(*) AS n FROM duckdb_tables()))',
    'SELECT * FROM cars WHERE EXISTS (SELECT 1 FROM duckdb_secrets())',
  ])('runs nothing that looks around or has effects: %s', async (sql) => {
    await expect(query(sql)).rejects.toMatchObject({ kind: 'not_allowed' })
  })

  it.each([
    ['a join of a WITH', 'WITH w AS (SELECT date, temp_max_c FROM weather) SELECT count(*) AS n FROM w JOIN weather USING (date)'],
    ['a recursive WITH', 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT sum(n) AS n FROM r'],
    ['windows', 'SELECT name, row_number() OVER (PARTITION BY origin ORDER BY horsepower DESC) AS rank FROM cars QUALIFY rank <= 3'],
    ['lists and lambdas', 'SELECT list_sum(list_transform([1, 2], lambda x: x + 1)) AS n, unnest([1, 2]) AS u'],
    ['a pivot', "PIVOT cars ON origin IN ('USA', 'Japan') USING count(*)"],
    [
      'dates and text',
      "SELECT strftime(date, '%b') AS m, date_trunc('month', date) AS d, upper(weather) AS w, regexp_replace(weather, 'a', 'b') AS r FROM weather LIMIT 1",
    ],
    ['statistics', 'SELECT corr(horsepower, weight_lb), median(acceleration), quantile_cont(displacement, 0.9), arg_max(name, horsepower) FROM cars'],
    ['a description', 'DESCRIBE cars'],
    ['a summary', 'SUMMARIZE cars'],
    ['series and chance', 'SELECT random() < 2 AS r FROM generate_series(1, 3)'],
    ['values', 'SELECT * FROM (VALUES (1), (2)) AS t(x)'],
  ])('runs what analysts write: %s', async (_what, sql) => {
    expect((await query(sql)).rows.length).toBeGreaterThan(0)
  })

  it.each([
    'SELECT UNNEST(range(100000000))',
    "SELECT repeat('x', 20000000) FROM range(5000)",
    "SELECT format('{:999999999}', 1)",
    "SELECT repeat(repeat('x', 30000), 30000)",
    'SELECT range(10000000)',
    "SELECT lpad('x', 2000000000, 'y')",
  ])(
    'keeps the memory of its process in bounds: %s',
    async (sql) => {
      const own = createQueryClient(new URL('./query-worker.ts', import.meta.url))
      const others = children()
      await own.query('SELECT 1', options)
      const peak = watchPeak(children().find((pid) => !others.includes(pid)))
      const error = await own.query(sql, { ...options, timeoutMs: 5000 }).catch((reason: unknown) => reason)
      const most = peak()
      if (error instanceof Error) expect(error).toMatchObject({ kind: expect.stringMatching(/memory|too_large|timeout|sql/) })
      expect(most).toBeLessThan(1_500)
      expect((await own.query('SELECT 1 AS one', options)).rows).toEqual([{ one: 1 }])
      own.close()
    },
    20_000,
  )

  it('survives the death of its process at any moment', async () => {
    const own = createQueryClient(new URL('./query-worker.ts', import.meta.url))
    const others = children()
    for (let round = 0; round < 6; round++) {
      await own.query('SELECT 1', options)
      for (const pid of children().filter((child) => !others.includes(child))) process.kill(pid, 'SIGKILL')
      if (round % 2) await new Promise((done) => setTimeout(done, round))
      expect((await own.query('SELECT 2 AS n', options)).rows).toEqual([{ n: 2 }])
    }
    own.close()
  }, 90_000)

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
  }, 90_000)

  it('ends a query whose result would fill the memory', async () => {
    await expect(query("SELECT repeat('x', 1000000) AS text FROM range(2000)")).rejects.toMatchObject({
      kind: expect.stringMatching(/memory|too_large|timeout/),
    })
    expect((await query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  }, 90_000)

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
