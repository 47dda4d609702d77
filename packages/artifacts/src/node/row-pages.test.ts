import { describe, expect, it } from 'vitest'
import { createRowPages } from './row-pages.ts'

/** Creates a source in memory that counts the bytes it yields. */
function source(value: unknown, sha256 = 'sha') {
  const all = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
  const given = { bytes: 0, reads: 0 }
  async function* read(start: number) {
    given.reads++
    for (let at = start; at < all.length; at += 65_536) {
      const piece = all.subarray(at, at + 65_536)
      given.bytes += piece.length
      yield piece
    }
  }
  return { sha256, read, given, size: all.length }
}

const rows = Array.from({ length: 200_000 }, (_, id) => ({ id, name: `row ${id}` }))

describe('createRowPages', () => {
  it('reads a list of 200,000 rows once, and then only the pages', async () => {
    const pages = createRowPages()
    const list = source(rows)
    const many = await Promise.all([0, 255, 256, 100_000, 199_990].map((offset) => pages.page(list, { path: '', offset, limit: 20 })))
    expect(many.map((page) => page?.items)).toEqual([0, 255, 256, 100_000, 199_990].map((offset) => rows.slice(offset, offset + 20)))
    expect(list.given.bytes).toBeLessThan(list.size + 5 * 2 * 65_536)
    const before = list.given.bytes
    expect(await pages.page(list, { path: '', offset: 123_456, limit: 100 })).toEqual({ items: rows.slice(123_456, 123_556), offset: 123_456, total: 200_000 })
    expect(list.given.bytes - before).toBeLessThanOrEqual(2 * 65_536)
  })

  it('reads nothing for a page behind the end or of no items', async () => {
    const pages = createRowPages()
    const list = source([1, 2])
    await pages.page(list, { path: '', offset: 0, limit: 1 })
    const before = list.given.reads
    expect(await pages.page(list, { path: '', offset: 500, limit: 9 })).toEqual({ items: [], offset: 500, total: 2 })
    expect(await pages.page(list, { path: '', offset: 0, limit: 0 })).toEqual({ items: [], offset: 0, total: 2 })
    expect(list.given.reads).toBe(before)
  })

  it('ends a page of heavy items early, and never without one', async () => {
    const heavy = Array.from({ length: 30 }, (_, id) => `${id}${'x'.repeat(1024 * 1024)}`)
    const page = await createRowPages().page(source(heavy), { path: '', offset: 3, limit: 30 })
    expect(page?.items[0]).toBe(heavy[3])
    expect(page?.items.length).toBeGreaterThan(0)
    expect(page?.items.length).toBeLessThan(8)
  })

  it('finds lists deeper in, and none where there is none', async () => {
    const pages = createRowPages()
    const whole = source({ a: { rows: [1, 2, 3] } })
    expect(await pages.page(whole, { path: '/a/rows', offset: 1, limit: 9 })).toEqual({ items: [2, 3], offset: 1, total: 3 })
    expect(await pages.page(whole, { path: '', offset: 0, limit: 1 })).toBeUndefined()
    expect(await pages.page(source('[1,]', 'x'), { path: '', offset: 0, limit: 1 })).toBeUndefined()
    expect(await pages.page(source('a,b\n1,2', 'csv'), { path: '/a', offset: 0, limit: 1 })).toBeUndefined()
  })

  it('asks again after a read that failed', async () => {
    const pages = createRowPages()
    let broken = true
    const list = source([1])
    const read = (start: number) => {
      if (broken) throw new Error('disk')
      return list.read(start)
    }
    await expect(pages.page({ sha256: 's', read }, { path: '', offset: 0, limit: 1 })).rejects.toThrow('disk')
    broken = false
    expect(await pages.page({ sha256: 's', read }, { path: '', offset: 0, limit: 1 })).toMatchObject({ items: [1] })
  })
})
