import { describe, expect, it } from 'vitest'
import { findReferences, replaceAt } from './find-references.ts'

const stored = (id: string) => ({ artifact_id: id, sha256: 'x' })
const seriesOf = (count: number) => ({ series: Array.from({ length: count }, (_, index) => ({ type: 'line', data: stored(`a${index}`) })) })

describe('findReferences', () => {
  it.each([0, 21, 64, 65, 300])('finds all of %i references in one list', (count) => {
    expect(findReferences(seriesOf(count)).map(({ reference }) => reference.artifact_id)).toEqual(Array.from({ length: count }, (_, index) => `a${index}`))
  })

  it('does not search inside a reference, nor below 64 levels', () => {
    let deep: unknown = stored('deep')
    for (let level = 0; level < 65; level++) deep = [deep]
    expect(findReferences([{ ...stored('outer'), columns: [stored('inner')] }, deep])).toEqual([
      { path: [0], reference: expect.objectContaining({ artifact_id: 'outer' }) },
    ])
  })

  it('takes no row for a reference because it has a column artifact_id', () => {
    expect(findReferences([{ artifact_id: 'a', name: 'may.csv', bytes: 3 }])).toEqual([])
  })

  it.each([-1, 0.5, '3', Number.NaN])('reads no limit from %j', (limit) => {
    expect(findReferences({ ...stored('a'), limit })).toEqual([{ path: [], reference: { artifact_id: 'a', path: '' } }])
  })
})

describe('replaceAt', () => {
  it('copies what is on the path and shares the rest', () => {
    const value = { series: [{ data: stored('a') }, { data: [1] }], title: {} }
    const replaced = replaceAt(value, ['series', 0, 'data'], [7]) as typeof value
    expect(replaced).toEqual({ series: [{ data: [7] }, { data: [1] }], title: {} })
    expect(replaced.series[1]).toBe(value.series[1])
    expect(value.series[0]?.data).toEqual(stored('a'))
  })

  it('creates no prototype from a key of that name', () => {
    const value = JSON.parse('{"__proto__":{"x":1},"a":2}')
    expect(Object.hasOwn(replaceAt(value, ['__proto__', 'x'], [3]) as object, '__proto__')).toBe(true)
  })
})
