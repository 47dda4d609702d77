import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { getComponent } from './lookup/list-components.ts'
import { createPolicy } from './policy/policy.ts'
import { createRunBudget } from './policy/run-budget.ts'
import { validateComponent, validPrefix } from './registry.ts'

/** Returns the best time of each function in milliseconds. They run alternately, so that a busy machine affects all of them. */
function race(runs: Record<string, () => unknown>, rounds = 60): Record<string, number> {
  const best = new Map(Object.keys(runs).map((name) => [name, Number.POSITIVE_INFINITY]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(runs)) {
      const start = performance.now()
      for (let turn = 0; turn < 5; turn++) run()
      best.set(name, Math.min(best.get(name) ?? 0, (performance.now() - start) / 5))
    }
  }
  return Object.fromEntries(best)
}

const columns = Array.from({ length: 8 }, (_, index) => ({ field: `c${index}` }))
const table = (rows: number) => ({
  columns,
  rows: Array.from({ length: rows }, (_, row) => Object.fromEntries(columns.map(({ field }, index) => [field, index % 2 ? `text ${row}` : row * 1.5]))),
})

describe('bounds', () => {
  it('a check costs at most twice what ajv does for the schema alone, a prefix too (with slack for noise)', () => {
    const policy = createPolicy()
    const budget = createRunBudget(createPolicy({ limits: { runBytes: Number.MAX_SAFE_INTEGER } }))
    const props = table(1000)
    const writtenBytes = 100_000
    const ajv = new Ajv2020({ strict: false }).compile(getComponent('datagrid')?.propsSchema as object)
    const times = race({
      ajv: () => ajv(props),
      check: () => validateComponent('datagrid', props, { policy, budget, writtenBytes }),
      prefix: () => validPrefix('datagrid', props, { policy }),
    })
    const { ajv: bare = 0, check = 0, prefix = 0 } = times
    console.log(`1,000 rows × 8: ajv ${(bare * 1000).toFixed(0)} µs, check × ${(check / bare).toFixed(2)}, prefix × ${(prefix / bare).toFixed(2)}`)
    expect(check).toBeLessThan(bare * 2 * 1.3)
    expect(prefix).toBeLessThan(bare * 2 * 1.3)
  })

  it('hostile props cost no more than a fault for each value: everything wrong, as much as limits allow', () => {
    const policy = createPolicy()
    const wrong = { columns: new Array(200).fill({ a: 1, b: 2 }), rows: new Array(10_000).fill('no row'), x: new Array(9_000).fill(0) }
    const fine = { columns: [], rows: new Array(10_000).fill({}) }
    const times = race(
      {
        wrong: () => validateComponent('datagrid', wrong, { policy, budget: 'uncounted' }),
        fine: () => validateComponent('datagrid', fine, { policy, budget: 'uncounted' }),
      },
      10,
    )
    console.log(`10,000 rows, all wrong: ${times.wrong?.toFixed(1)} ms; all right: ${times.fine?.toFixed(1)} ms`)
    expect(times.wrong).toBeLessThan(200)
  })
})
