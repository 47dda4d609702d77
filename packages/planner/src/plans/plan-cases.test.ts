import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CallResult, PlannedCall, PlanTool } from './plan-types.ts'
import { resolveTemplates } from './resolve-templates.ts'
import { validatePlan } from './validate-plan.ts'

interface Case {
  id: string
  area: 'validate' | 'resolve'
  why: string
  tools: PlanTool[]
  calls: PlannedCall[]
  results: CallResult[]
  arguments: PlannedCall['arguments']
  expect: Record<string, unknown>[] & { ok: boolean; value: unknown; errors: Record<string, unknown>[] }
}

const cases = readFileSync(new URL('./__fixtures__/plan-cases.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)

describe('plans of the case list', () => {
  for (const { id, why, tools, calls, expect: expected } of cases.filter(({ area }) => area === 'validate')) {
    it(`${id}: ${why}`, () => {
      const { errors } = validatePlan({ calls }, tools)
      expect(errors).toMatchObject(expected)
      expect(errors).toHaveLength(expected.length)
    })
  }
})

describe('arguments of the case list', () => {
  for (const { id, why, results, arguments: args, expect: expected } of cases.filter(({ area }) => area === 'resolve')) {
    it(`${id}: ${why}`, () => {
      const resolved = resolveTemplates(args, results)
      if (resolved.ok) expect(JSON.stringify(resolved.value)).toBe(JSON.stringify(expected.value))
      else {
        expect(expected.ok).toBe(false)
        expect(resolved.errors).toMatchObject(expected.errors)
        expect(resolved.errors).toHaveLength(expected.errors.length)
      }
    })
  }
})
