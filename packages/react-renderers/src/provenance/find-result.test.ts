import type { FinalPayload, JsonObject } from '@pf/core'
import { describe, expect, it, vi } from 'vitest'
import type { ToolCallState } from '../store/model/types.ts'
import { findResult } from './find-result.ts'

const rows = [{ mass: 3700 }, { mass: 5076 }]
const stored = { artifact_id: 'a1', media_type: 'application/json', bytes: 5, sha256: 'x' }
const page = vi.fn(async (_id: string, _path: string, offset: number, _limit: number) => ({ items: rows, offset, total: 2 }))

function turn(artifacts: JsonObject, result?: string) {
  const toolCalls = result === undefined ? [] : [{ id: 'tc:1', name: 'run_query', args: '{}', status: 'ok', result } as ToolCallState]
  return { payload: { raw_answer: '', artifacts } as unknown as FinalPayload, toolCalls }
}
async function read(found: ReturnType<typeof findResult>) {
  return found?.kind === 'list' ? { ...(await found.read(0, 20)), row: found.row, field: found.field } : found
}

describe('a result', () => {
  it('is found in the payload, with the row and the field', async () => {
    const found = findResult(turn({ run_query: { rows } }), { ref: 'run_query.rows', path: '/1/mass', row: 1 }, { page })
    expect(await read(found)).toEqual({ items: rows, total: 2, offset: 0, row: 1, field: 'mass' })
  })

  it('of a later call and with escapes in its name is found', async () => {
    const found = findResult(turn({ 'run_query#2': { 'all.rows': rows } }), { ref: 'run_query#2.all%2Erows', path: '/0/mass', row: 0 }, { page })
    expect(await read(found)).toMatchObject({ row: 0, items: rows })
  })

  it('in the store is read page by page through the client, below the path', async () => {
    const found = findResult(turn({ run_query: { data: { ...stored, path: '/inner' } } }), { ref: 'run_query.data.rows', path: '/40/mass', row: 40 }, { page })
    if (found?.kind !== 'list') throw new Error('no list')
    expect(found.row).toBe(40)
    await found.read(35, 20)
    expect(page).toHaveBeenLastCalledWith('a1', '/inner/rows', 35, 20)
  })

  it('of a column has no row; a list of numbers is a column of its own', async () => {
    expect(await read(findResult(turn({ q: { rows } }), { ref: 'q.rows', path: '/*/mass' }, { page }))).toMatchObject({
      row: undefined,
      field: 'mass',
      items: rows,
    })
    expect(await read(findResult(turn({ q: { mass: [1, 2] } }), { ref: 'q.mass', path: '/1', row: 1 }, { page }))).toMatchObject({ row: 1, items: [1, 2] })
    expect(await read(findResult(turn({ q: { rows } }), { ref: 'q.rows', path: '' }, { page }))).toMatchObject({ row: undefined, items: rows })
  })

  it('without an artifact is the observation of the call', () => {
    const found = findResult(turn({}, '{"best":91.25,"rows":"<artifact>"}'), { ref: 'tc:1', path: '/best' }, undefined)
    expect(found).toEqual({ kind: 'object', value: { best: 91.25, rows: '<artifact>' }, field: 'best' })
  })

  it.each([
    ['an unknown ref', { ref: 'other.rows', path: '/1/mass', row: 1 }],
    ['an inherited key', { ref: '__proto__.toString', path: '' }],
    ['an inherited path', { ref: 'run_query.constructor', path: '/name' }],
    ['no ref', { ref: '', path: '' }],
    ['a path that is no pointer', { ref: 'run_query.rows', path: 'mass', row: 1 }],
    ['a row that is not in its path', { ref: 'run_query.rows.0', path: '/mass', row: 7 }],
    ['a list that is none', { ref: 'run_query.rows.0', path: '/mass/1', row: 1 }],
    ['an escape that is none', { ref: 'run_query.%', path: '' }],
    ['an observation that is no JSON', { ref: 'tc:1', path: '/best' }],
  ])('is not found with %s', (_, location) => {
    const found = findResult(turn({ run_query: { rows } }, 'no JSON'), location, { page })
    expect(found === undefined || (found.kind === 'object' && Object.keys(found.value).join() === 'mass')).toBe(true)
  })
})
