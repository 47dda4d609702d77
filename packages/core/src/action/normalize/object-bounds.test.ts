import { describe, expect, it } from 'vitest'
import { checkBounds } from './object-bounds.ts'

/** Returns the smallest size limit that accepts the value. */
function sizeOf(value: object): number {
  for (let bytes = 0; ; bytes++) if (checkBounds(value, 100, bytes) === undefined) return bytes
}

/** Returns the smallest depth limit that accepts the value. */
function depthOf(value: object): number {
  for (let depth = 0; ; depth++) if (checkBounds(value, depth, 1_000_000) === undefined) return depth
}

describe('checkBounds', () => {
  it.each([
    [{}, 2],
    [[], 2],
    [{ ab: 1 }, 2 + (2 + 4) + 5],
    [{ a: 'text' }, 2 + (1 + 4) + (4 + 3)],
    [[null, 'abc'], 2 + 5 + 6],
    [{ a: { b: true } }, 2 + 5 + (2 + 5 + 5) + 2],
    [[[]], 2 + 2 + 2],
  ])('measures the size of %j as about the length of its JSON: %d', (value, expected) => {
    expect(sizeOf(value)).toBe(expected)
  })

  it.each([
    [{}, 1],
    [{ a: 1, b: 'c' }, 1],
    [{ a: {} }, 2],
    [[[[]], 1], 3],
    [{ a: [], b: { c: [{}] } }, 4],
  ])('measures the height of %j: %d', (value, expected) => {
    expect(depthOf(value)).toBe(expected)
  })

  it('counts a shared part as often as it is used', () => {
    const shared = { text: 'x'.repeat(100) }
    expect(sizeOf({ a: shared, b: shared }) - sizeOf({ a: shared })).toBe(sizeOf(shared) + 2 + 'b'.length + 4)
    expect(depthOf({ a: shared, b: { c: shared } })).toBe(3)
  })

  it('measures data with many shared parts in linear time', () => {
    let value: object = {}
    for (let level = 0; level < 60; level++) value = [value, value]
    expect(checkBounds(value, 100, 1_000_000)).toBe('large')
    expect(checkBounds(value, 30, Number.MAX_VALUE)).toBe('deep')
  })

  it('a value that contains itself is too deep', () => {
    const list: unknown[] = []
    list.push({ list })
    expect(checkBounds(list, 100, 1_000)).toBe('deep')
  })

  it('reads a part once, also if it is shared or contains itself', () => {
    let reads = 0
    const part = {
      self: undefined as unknown,
      get text() {
        reads++
        return 'x'
      },
    }
    expect(checkBounds([part, { part }, part], 100, 1_000)).toBeUndefined()
    expect(reads).toBe(1)
    part.self = [part]
    expect(checkBounds([part], 100, 1_000)).toBe('deep')
    expect(reads).toBe(2)
  })
})
