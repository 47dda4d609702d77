import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checklist } from '../test-support/checklist.ts'

const rows = Object.entries(checklist)
const decision = readFileSync(new URL('../../../../docs/decisions/2026-11-28-answers-and-routes.md', import.meta.url), 'utf8')

describe('what the AG-UI specification asks of a producer', () => {
  it('has 119 rows, each with a test that exists or a departure', () => {
    expect(rows.length).toBe(119)
    const missing = rows.flatMap(([id, row]) => {
      if ('departure' in row) return []
      return row.tests.filter(([file, title]) => !readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').includes(title)).map((one) => [id, ...one])
    })
    expect(missing).toEqual([])
  })

  it('departs in no place that the decision does not name', () => {
    const named = rows.flatMap(([id, row]) => ('departure' in row && !new RegExp(`\\b${id}\\b`).test(decision) ? [id] : []))
    expect(named).toEqual([])
  })
})
