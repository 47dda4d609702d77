import type { JsonValue } from '@pf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampJson } from './clamp-json.ts'

const json = fc.jsonValue({ maxDepth: 6 }) as fc.Arbitrary<JsonValue>

describe('clampJson', () => {
  it('leaves what fits as it is', () => {
    const value = { rows: [1, 2, 3], text: 'ok' }
    expect(clampJson(value, 1_000)).toEqual({ value, clamped: false })
  })

  it('says in place what it left out', () => {
    const { value, clamped } = clampJson({ rows: Array.from({ length: 10_000 }, (_, index) => ({ index })) }, 2_000)
    expect(clamped).toBe(true)
    expect(JSON.stringify(value)).toContain('more items)')
    expect(JSON.stringify(value).length).toBeLessThanOrEqual(2_000)
  })

  it('cuts a long text and counts the rest', () => {
    const { value } = clampJson('x'.repeat(50_000), 3_000)
    expect(value).toBe(`${'x'.repeat(2_000)}… (48000 more characters)`)
  })

  it('never leaves half a surrogate pair at the cut', () => {
    const { value } = clampJson(`${'x'.repeat(1_999)}😀${'y'.repeat(50_000)}`, 3_000)
    expect(String(value).isWellFormed()).toBe(true)
  })

  it('stays within the limit for any value, and never fails', () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 200, max: 2_000 }), (value, max) => {
        expect(JSON.stringify(clampJson(value, max).value).length).toBeLessThanOrEqual(max)
      }),
    )
  })

  it('takes wide and deep values down to the limit', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key-${index}`.repeat(20), 'v'.repeat(500)]))
    let deep: JsonValue = 'end'
    for (let level = 0; level < 500; level++) deep = { next: deep, text: 't'.repeat(100) }
    for (const value of [wide, deep]) expect(JSON.stringify(clampJson(value, 4_000).value).length).toBeLessThanOrEqual(4_000)
  })

  it('stops counting at the limit instead of writing out 50 MB', () => {
    const row = { text: 'r'.repeat(1_000) }
    const { value } = clampJson(
      Array.from({ length: 50_000 }, () => row),
      16_000,
    )
    expect(JSON.stringify(value).length).toBeLessThanOrEqual(16_000)
  })
})
