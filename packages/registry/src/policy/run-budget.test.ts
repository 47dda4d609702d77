import { PfError } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { createPolicy } from './policy.ts'
import { createRunBudget } from './run-budget.ts'

describe('createRunBudget', () => {
  const policy = createPolicy({ limits: { runBytes: 100 } })

  it('gives out exactly what the policy allows, and nothing of a charge that is too large', () => {
    const budget = createRunBudget(policy)
    expect([budget.charge(60), budget.charge(41), budget.charge(40), budget.charge(1), budget.charge(0)]).toEqual([true, false, true, false, true])
    expect(budget).toMatchObject({ spent: 100, left: 0, limit: 100 })
  })

  it('continues where an earlier segment of the run stopped, also above a limit that was lowered', () => {
    expect(createRunBudget(policy, { spent: 90 }).left).toBe(10)
    expect(createRunBudget(policy, { spent: 500 })).toMatchObject({ left: 0 })
    expect(createRunBudget(policy, { spent: 500 }).charge(0)).toBe(false)
  })

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses to count %d bytes', (bytes) => {
    expect(() => createRunBudget(policy).charge(bytes)).toThrow(PfError)
    expect(() => createRunBudget(policy, { spent: bytes })).toThrow(PfError)
  })
})
