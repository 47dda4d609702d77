import type { JsonObject } from '@pf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entries } from './generated/entries.ts'
import { allKits } from './kits/all-kits.ts'
import { createPolicy } from './policy/policy.ts'
import { createRunBudget } from './policy/run-budget.ts'
import { validateComponent, validPrefix } from './registry.ts'
import { toText } from './summary/to-text.ts'
import { everything, via } from './test-support/examples.ts'
import { partialParse } from './test-support/partial-parse.ts'

const policy = createPolicy(everything)
const names = entries.map((entry) => entry.name)
const hostileKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '$artifact',
  'artifact_id',
  'component',
  'props',
  'id',
  'items',
  'rows',
  'columns',
  'option',
  'series',
  'data',
  'value',
  'label',
  'content',
  'sections',
  'subsections',
  'components',
  'tabs',
  'title',
  'src',
  'url',
  'html',
]

/** Generates JSON that resembles props often enough to pass the first check. */
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.constantFrom(null, true, false, 0, 1, -1, 1e308, '', 'x', ...names, 'html', '__proto__', 'javascript:1'),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.array(fc.tuple(fc.oneof(fc.constantFrom(...hostileKeys), fc.string({ maxLength: 4 })), tie('value')), { maxLength: 6 }).map((pairs) => {
      const record: Record<string, unknown> = {}
      for (const [key, value] of pairs) Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true })
      return record
    }),
  ),
})).value

/** Generates an example with a few values replaced or removed. */
const damaged = fc.tuple(fc.constantFrom(...entries), fc.array(fc.tuple(fc.nat(), json, fc.boolean()), { maxLength: 4 })).map(([entry, changes]) => {
  const props = structuredClone(entry.example.props) as unknown
  for (const [where, value, remove] of changes) change(props, where, remove ? undefined : structuredClone(value))
  return { name: entry.name, props }
})

function change(root: unknown, where: number, value: unknown) {
  const locations: [Record<string, unknown>, string][] = []
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) {
      locations.push([node as Record<string, unknown>, key])
      visit((node as Record<string, unknown>)[key])
    }
  }
  visit(root)
  const location = locations[where % Math.max(1, locations.length)]
  if (!location) return
  if (value === undefined && !Array.isArray(location[0])) delete location[0][location[1]]
  else location[0][location[1]] = value ?? null
}

/** Whether a form can be answered is decided only when it is complete; until then only its schema applies. */
function checkSchema(name: string, prefix: JsonObject) {
  const kit = allKits.find((own) => own.name === name && own.interactive)
  return kit ? { ok: kit.relaxed(prefix), issues: [] } : check(name, prefix)
}

const check = (name: unknown, props: unknown, mode: 'full' | 'model' = 'full') =>
  validateComponent(name, props, { policy, budget: createRunBudget(policy), mode, via: via(name) })

function holds(name: unknown, props: unknown) {
  const before = JSON.stringify(props)
  for (const mode of ['full', 'model'] as const) {
    const result = check(name, props, mode)
    if (result.ok) {
      expect(check(name, result.props, mode)).toMatchObject({ ok: true, props: result.props })
      expect(toText(name, result.props, { short: true }).length).toBeLessThanOrEqual(200)
    } else {
      expect(result.issues.length).toBeGreaterThan(0)
      expect(result.issues.length).toBeLessThanOrEqual(20)
      for (const issue of result.issues) {
        expect(issue.pointer === '' || issue.pointer.startsWith('/')).toBe(true)
        expect((issue.received ?? '').length).toBeLessThanOrEqual(40)
        expect(JSON.stringify(issue).isWellFormed()).toBe(true)
      }
    }
  }
  expect(JSON.stringify(props)).toBe(before)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
}

describe('anything a model may write', () => {
  it('is either refused with usable issues or comes out valid again, and is never changed', () => {
    fc.assert(fc.property(fc.oneof(fc.constantFrom(...names), json), json, holds), { numRuns: 2000 })
  })

  it('damaged examples likewise', () => {
    fc.assert(
      fc.property(damaged, ({ name, props }) => holds(name, props)),
      { numRuns: 1500 },
    )
  })

  it('cut anywhere it gives a prefix that fits, or nothing', () => {
    fc.assert(
      fc.property(damaged, fc.double({ min: 0, max: 1, noNaN: true }), ({ name, props }, where) => {
        const text = JSON.stringify(props)
        const { value, pathState } = partialParse(text.slice(0, Math.ceil(text.length * where)))
        for (const prefix of [validPrefix(name, value, { pathState }), validPrefix(name, value)]) {
          const missing = prefix && checkSchema(name, prefix)
          if (missing && !missing.ok) {
            expect(missing.issues).not.toEqual([])
            for (const issue of missing.issues) expect(issue).toMatchObject({ expected: expect.stringMatching(/^a value \(required/), received: 'nothing' })
          }
        }
      }),
      { numRuns: 1500 },
    )
  })

  it('has a text form', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), json, (name, props) => {
        expect(toText(name, props, { short: true })).toMatch(/^[^\n]{0,200}$/u)
        expect(toText(name, props).isWellFormed()).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})
