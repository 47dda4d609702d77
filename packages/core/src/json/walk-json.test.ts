import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPointer, readPointer } from './pointer.ts'
import { pathOf, walkJson } from './walk-json.ts'

const pointers = (value: unknown) => [...walkJson(value)].map((node) => formatPointer(pathOf(node)))

describe('walkJson', () => {
  it('gives every value in the order of the document, each before what it holds', () => {
    expect(pointers({ b: [1, { c: null }], a: 'x', e: [], f: {} })).toEqual(['', '/b', '/b/0', '/b/1', '/b/1/c', '/a', '/e', '/f'])
    expect(pointers(7)).toEqual([''])
  })

  it('each path leads to its value, keys of prototypes among them only where they are own', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const node of walkJson(value)) {
          expect(readPointer(value, formatPointer(pathOf(node)))).toEqual({ found: true, value: node.value })
          expect(node.depth).toBe(pathOf(node).length)
        }
      }),
    )
    const own: unknown = JSON.parse('{"__proto__": {"constructor": 1}}')
    expect([...walkJson(own)].map((node) => node.value)).toEqual([own, { constructor: 1 }, 1])
    expect(pointers(Object.create({ inherited: 1 }))).toEqual([''])
  })

  it('goes only where it is let in, and may be left at any time', () => {
    const value = { skip: { in: 1 }, go: { in: 2 } }
    const seen = [...walkJson(value, { enter: (node) => node.key !== 'skip' })].map((node) => node.key)
    expect(seen).toEqual([undefined, 'skip', 'go', 'in'])
    for (const node of walkJson(value)) if (node.depth === 1) break
  })

  it('data as deep or wide as you like costs no stack; below the limit, or in a cycle, it stops with too_deep', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`)
    expect(() => pointers(deep)).toThrow(expect.objectContaining({ code: 'too_deep' }))
    let nodes = 0
    for (const _ of walkJson(deep, { maxDepth: 10_000 })) nodes++
    for (const _ of walkJson(Array.from({ length: 200_000 }, () => 0))) nodes++
    expect(nodes).toBe(5_001 + 200_001)
    const cycle: unknown[] = []
    cycle.push(cycle)
    expect(() => pointers(cycle)).toThrow(expect.objectContaining({ code: 'too_deep' }))
    for (const maxDepth of [Number.NaN, -1]) expect(() => [...walkJson([1], { maxDepth })]).toThrow(expect.objectContaining({ code: 'too_deep' }))
  })
})
