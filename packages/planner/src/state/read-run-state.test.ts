import type { JsonValue } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { fullState } from '../test-support/full-state.ts'
import { currentVersion, parseRunState, readRunState, statusOf } from './read-run-state.ts'

const stored = (change: object = {}) => ({ ...fullState(), ...change }) as unknown as JsonValue
const errorOf = (value: JsonValue) => {
  const read = readRunState(value)
  if (read.ok) throw new Error('The state was accepted.')
  return read
}

describe('a stored state of the current version', () => {
  it('is the same after it was written as JSON and read again', () => {
    const text = JSON.stringify(fullState())
    expect(parseRunState(JSON.parse(text))).toEqual(fullState())
    expect(JSON.stringify(parseRunState(JSON.parse(text))).length).toBe(text.length)
  })

  it('shares nothing with the value it was read from', () => {
    const value = stored()
    parseRunState(value).transcript.push({ role: 'user', content: 'more' })
    expect(value).toEqual(stored())
  })

  it('keeps values of tools as they are, also keys like __proto__', () => {
    const args = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}')
    const state = parseRunState(stored({ in_flight: [{ tool_call_id: 'a', tool: 'send', args }] }))
    expect(JSON.stringify(state.in_flight[0]?.args)).toBe('{"__proto__":{"polluted":true},"constructor":1}')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  const anyJson = ['artifacts', 'last_observation']
  it.each(Object.keys(fullState()).filter((member) => !anyJson.includes(member)))('is refused when %s has another type', (member) => {
    for (const wrong of [{ pf: 1 }, [{ pf: 1 }], 'wrong', -1, null])
      expect(errorOf(stored({ [member]: wrong })).error, JSON.stringify(wrong)).toMatchObject({ code: 'state_unreadable' })
  })

  const optional = [
    'budget',
    'route',
    'memory',
    'kept_reasoning',
    'started_response',
    'last_call',
    'last_observation',
    'waiting',
    'resolution',
    'planned',
    'handover',
    'background',
    'task_groups',
  ]
  it.each(Object.keys(fullState()).filter((member) => !optional.includes(member)))('is refused without %s', (member) => {
    const { [member]: _, ...rest } = stored() as Record<string, JsonValue>
    expect(errorOf(rest as JsonValue).error.code).toBe('state_unreadable')
  })

  it.each(optional)('may be without %s', (member) => {
    const { [member]: _, ...rest } = stored() as Record<string, JsonValue>
    expect(parseRunState(rest as JsonValue)).toEqual(rest)
  })

  it('is refused with a member that the version does not have; the message names the place and no value', () => {
    const { error } = errorOf(stored({ history: [{ role: 'root', content: 'secret text' }] }))
    expect(error.message).toContain('/history/0/role')
    expect(JSON.stringify([error.message, error.fields])).not.toContain('secret text')
    expect(errorOf(stored({ extra: true })).error.code).toBe('state_unreadable')
  })
})

describe('a stored state of another version', () => {
  it('is migrated from version 2: members have their new names, and absent ones their defaults', () => {
    const { known_message_ids, deferred_messages, consecutive_failures, secret_refs, resolution, handover, ...same } = fullState()
    const { tokens: _, chars_per_token: __, prepared: ___, ...rest } = same
    if (!handover) throw new Error('no handover')
    const { known_message_ids: handed, resolution: reached, ...handoverRest } = handover
    const old = {
      ...rest,
      version: 2,
      known: known_message_ids,
      later: deferred_messages,
      fruitless: consecutive_failures,
      secrets: secret_refs,
      settled: resolution,
      handover: { ...handoverRest, known: handed, settled: reached },
    }
    expect(parseRunState(old as unknown as JsonValue)).toEqual({ ...fullState(), tokens: 0, chars_per_token: 4, prepared: false })
    expect(parseRunState({ ...old, tokens: 7, chars_per_token: 2, prepared: true } as unknown as JsonValue)).toMatchObject({
      tokens: 7,
      chars_per_token: 2,
      prepared: true,
    })
  })

  it('is read in version 3, which had neither a budget nor background tasks', () => {
    const { budget: _, background: __, task_groups: ___, ...old } = stored({ version: 3 }) as Record<string, JsonValue>
    expect(parseRunState(old)).toEqual({ ...old, version: 4 })
  })

  it('is refused when it is older than version 2; the message says what was found and what is understood', () => {
    const read = errorOf(stored({ version: 1 }))
    expect(read).toMatchObject({ newer: false, found: 1, error: { code: 'state_unreadable', fields: { found: 1, understood: [2, 3, 4] } } })
    expect(read.error.message).toMatch(/has version 1\. This release understands versions 2, 3, 4\./)
  })

  it('is refused when it is newer, and marked as such', () => {
    const read = errorOf(stored({ version: currentVersion + 1 }))
    expect(read).toMatchObject({ newer: true, found: 5, error: { code: 'state_unreadable', fields: { found: 5, understood: [2, 3, 4] } } })
  })

  it.each([null, true, 5, 'state', [], [1], {}, { version: '3' }, { version: 2.5 }, { version: -1 }, { version: 2 }, { version: 3 }, { version: 4 }])(
    'is refused when it is no state at all: %j',
    (value) => {
      expect(errorOf(value as JsonValue).error).toMatchObject({ code: 'state_unreadable' })
    },
  )

  it('still has a status', () => {
    expect(statusOf(stored({ version: 99 }))).toBe('moved')
    for (const value of [null, [], { status: 'odd' }, 'paused']) expect(statusOf(value as JsonValue)).toBeUndefined()
  })
})
