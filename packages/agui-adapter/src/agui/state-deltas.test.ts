import type { JsonObject } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { type Bare, logOf, start } from '../test-support/log.ts'
import { createAguiMapper } from './create-agui-mapper.ts'

const snapshot: Bare = { type: 'state_snapshot', state: { a: 1, list: [1] } }

/** Returns the deltas that are sent for these patches, after these events. */
function deltasOf(patches: JsonObject[][], before: Bare[] = [snapshot]): unknown[] {
  const mapper = createAguiMapper()
  const log: Bare[] = [start(), ...before, ...patches.map((patch): Bare => ({ type: 'state_delta', patch }))]
  return logOf(log).flatMap((event) => mapper.feed(event).flatMap((sent) => (sent.type === 'STATE_DELTA' ? [sent.delta] : [])))
}

describe('a patch of the state', () => {
  it.each<[JsonObject]>([
    [{ op: 'add', path: '/b', value: 2 }],
    [{ op: 'add', path: '/b', value: null }],
    [{ op: 'replace', path: '/a', value: 2 }],
    [{ op: 'remove', path: '/a' }],
    [{ op: 'test', path: '/a', value: 1 }],
    [{ op: 'move', from: '/a', path: '/b' }],
    [{ op: 'copy', from: '/a', path: '/b' }],
    [{ op: 'replace', path: '', value: 5 }],
  ])('is sent when it is %j', (operation) => {
    expect(deltasOf([[operation]])).toEqual([[operation]])
    expect(deltasOf([[operation]], [])).toEqual([[operation]])
  })

  it.each<[JsonObject]>([
    [{ op: 'add', path: '/b' }],
    [{ op: 'replace', path: '/a' }],
    [{ op: 'test', path: '/a' }],
    [{ op: 'move', path: '/b' }],
    [{ op: 'copy', path: '/b' }],
    [{ op: 'move', from: 'a', path: '/b' }],
    [{ op: 'copy', from: '/a', path: 'b' }],
    [{ op: 'remove', path: 'a' }],
    [{ op: 'remove', path: 5 }],
    [{ op: 'remove' }],
    [{ op: 'merge', path: '/a', value: 1 }],
    [{ op: 5, path: '/a', value: 1 }],
    [{ path: '/a', value: 1 }],
  ])('is not sent when it is malformed: %j', (operation) => {
    expect(deltasOf([[operation]])).toEqual([])
    expect(deltasOf([[operation]], [])).toEqual([])
    expect(deltasOf([[{ op: 'remove', path: '/a' }, operation]], [])).toEqual([])
  })

  it('is checked against the state that the patches before it left', () => {
    const remove = [{ op: 'remove', path: '/a' }]
    const add = [{ op: 'add', path: '/a', value: 2 }]
    expect(deltasOf([remove, remove, add, remove])).toEqual([remove, add, remove])
  })
})
