import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { abandonedSql } from './run-operations.ts'
import { migrate } from './schema.ts'

it('the search for abandoned runs, which is made every two seconds, does not look at finished runs', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${abandonedSql}`).all(null, null, 0, 100)
  expect(plan.map(({ detail }) => detail).filter((detail) => /^(SCAN|SEARCH) run\b/.test(String(detail)))).toEqual([
    expect.stringContaining('USING INDEX run_open'),
  ])
  expect(plan.some(({ detail }) => String(detail).startsWith('SCAN'))).toBe(false)
  db.close()
})
