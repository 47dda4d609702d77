import type { JsonValue } from '@pf/core'
import { applyChunk } from '@pf/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChunkAssembler, type StreamChunk } from './chunk-assembler.ts'

function assemble(chunks: readonly StreamChunk[]) {
  const assembler = createChunkAssembler()
  return { assembler, verdicts: chunks.map((chunk) => assembler.add(chunk)) }
}

const chunk = (seq: number, value: JsonValue, more: Partial<StreamChunk> = {}): StreamChunk => ({ seq, chunk: value, done: false, ...more })

describe('createChunkAssembler', () => {
  it('replaces by default', () => {
    expect(assemble([chunk(0, { a: 1 }), chunk(1, { b: 2 })]).assembler.value).toEqual({ b: 2 })
  })

  it('appends items to a list and text to a text', () => {
    expect(assemble([chunk(0, [1]), chunk(1, [2, 3], { mode: 'append' }), chunk(2, 4, { mode: 'append' })]).assembler.value).toEqual([1, 2, 3, 4])
    expect(assemble([chunk(0, 'a', { mode: 'append' }), chunk(1, 'b', { mode: 'append' })]).assembler.value).toBe('ab')
  })

  it('merges by RFC 7396', () => {
    expect(assemble([chunk(0, { a: { b: 1, c: 2 } }), chunk(1, { a: { c: null, d: 3 } }, { mode: 'merge' })]).assembler.value).toEqual({ a: { b: 1, d: 3 } })
  })

  it('never changes a chunk it was given', () => {
    const first = [1]
    assemble([chunk(0, first), chunk(1, [2], { mode: 'append' }), chunk(2, [3], { mode: 'append' })])
    expect(first).toEqual([1])
  })

  it('ignores a chunk that was there before and everything after the last', () => {
    const { assembler, verdicts } = assemble([chunk(0, 'a'), chunk(0, 'x'), chunk(1, 'b', { mode: 'append', done: true }), chunk(2, 'c'), chunk(1, 'd')])
    expect(verdicts).toEqual(['applied', 'repeated', 'applied', 'late', 'late'])
    expect(assembler).toMatchObject({ value: 'ab', done: true, missing: undefined })
  })

  it('holds what comes early until the missing one is there', () => {
    const { assembler, verdicts } = assemble([chunk(0, 'a'), chunk(2, 'c', { mode: 'append' }), chunk(2, 'c', { mode: 'append' })])
    expect(verdicts).toEqual(['applied', 'held', 'repeated'])
    expect(assembler).toMatchObject({ value: 'a', missing: 1 })
    assembler.add(chunk(1, 'b', { mode: 'append' }))
    expect(assembler).toMatchObject({ value: 'abc', missing: undefined })
  })

  it('needs no predecessors for a replace', () => {
    const { assembler, verdicts } = assemble([chunk(1, 'x', { mode: 'append' }), chunk(3, 'whole', { done: true })])
    expect(verdicts).toEqual(['held', 'applied'])
    expect(assembler).toMatchObject({ value: 'whole', done: true, missing: undefined })
  })

  it('holds only so many', () => {
    const { verdicts } = assemble(Array.from({ length: 300 }, (_, index) => chunk(index + 1, 'x', { mode: 'append' })))
    expect(verdicts.filter((verdict) => verdict === 'held')).toHaveLength(256)
    expect(verdicts.at(-1)).toBe('lost')
  })

  it('grows in place what it made itself, and never what it was given', () => {
    const first = { a: { b: 1 }, list: [1] }
    const assembler = createChunkAssembler()
    assembler.add(chunk(0, first))
    assembler.add(chunk(1, { a: { c: 2 }, d: { e: null, f: 1 } }, { mode: 'merge' }))
    const grown = assembler.value
    for (let seq = 2; seq < 1_000; seq++) assembler.add(chunk(seq, { [`k${seq}`]: seq, a: { b: null } }, { mode: 'merge' }))
    expect(assembler.value).toBe(grown)
    expect(assembler.value).toMatchObject({ a: { c: 2 }, d: { f: 1 }, k999: 999, list: [1] })
    expect(first).toEqual({ a: { b: 1 }, list: [1] })
  })

  it('merges as core does', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 8 }), (values) => {
        const patches = values.map((value) => JSON.parse(JSON.stringify(value)))
        const chunks = patches.map((value, seq) => chunk(seq, value, { mode: 'merge' }))
        const expected = patches.reduce((current, value) => applyChunk(current, value, 'merge'), undefined)
        expect(assemble(chunks).assembler.value).toEqual(expected)
        expect(patches).toEqual(values.map((value) => JSON.parse(JSON.stringify(value))))
      }),
    )
  })

  it('comes to the same value in any order, with any repeats', () => {
    const modes = fc.constantFrom('append' as const, 'merge' as const)
    const values = fc.oneof(fc.array(fc.nat(9), { maxLength: 3 }), fc.dictionary(fc.constantFrom('a', 'b'), fc.option(fc.nat(9))))
    const streams = fc.array(fc.record({ value: values, mode: modes }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(streams, fc.infiniteStream(fc.nat(1_000)), (stream, order) => {
        const chunks = stream.map(({ value, mode }, seq) => chunk(seq, value, { mode, done: seq === stream.length - 1 }))
        const shuffled = [...chunks, ...chunks].map((one) => ({ one, at: order.next().value })).sort((a, b) => a.at - b.at)
        expect(assemble(shuffled.map(({ one }) => one)).assembler.value).toEqual(assemble(chunks).assembler.value)
      }),
    )
  })
})
