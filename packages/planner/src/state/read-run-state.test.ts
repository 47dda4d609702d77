import type { JsonValue } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { fullState } from '../test-support/full-state.ts'
import { currentVersion, parseRunState, readRunState, statusOf } from './read-run-state.ts'
import { recordInFlight } from './run-state.ts'

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

  const anyJson = ['artifacts', 'last_observation', 'shared_state']
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
    'messages',
    'trace',
    'shared_state',
    'untrusted',
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
    expect(parseRunState(old)).toEqual({ ...old, version: currentVersion })
  })

  it('is read in version 4, in which a member of the client had another name, also in a handover', () => {
    const client = { protocol_version: '1', pf: { toolResults: true }, other: 1 }
    const { handover } = fullState()
    const renamed = { ...client, pf: { tool_results: true } }
    const old = stored({ version: 4, client, handover: { ...handover, client } })
    expect(parseRunState(old)).toEqual({ ...fullState(), client: renamed, handover: { ...handover, client: renamed } })
    expect(parseRunState(stored({ version: 4, client: {} }))).toMatchObject({ version: currentVersion, client: {} })
  })

  it('is read in version 5, which had no messages', () => {
    const { messages: _, ...old } = stored({ version: 5 }) as Record<string, JsonValue>
    expect(parseRunState(old)).toEqual({ ...old, version: currentVersion })
  })

  it('is read in version 6, which had no trace', () => {
    const { trace: _, ...old } = stored({ version: 6 }) as Record<string, JsonValue>
    expect(parseRunState(old)).toEqual({ ...old, version: currentVersion })
  })

  it('is read in version 7, which had no shared state', () => {
    const { shared_state: _, ...old } = stored({ version: 7 }) as Record<string, JsonValue>
    expect(parseRunState(old)).toEqual({ ...old, version: currentVersion })
  })

  it('is read in version 8, which had no output of a response that is being received', () => {
    const old = stored({ version: 8, started_response: { by: 'openai-responses:m', id: 'resp_1' } }) as Record<string, JsonValue>
    expect(parseRunState(old)).toEqual({ ...old, version: currentVersion })
  })

  it('is read in version 9, which had no props of components', () => {
    const old = stored({ version: 9, components: { spent: 10, inlined: 20 } }) as Record<string, JsonValue>
    expect(parseRunState(old)).toEqual({ ...old, version: currentVersion })
  })

  it('is read in version 9, which had no note of content from outside', () => {
    const { untrusted: _, ...old } = stored({ version: 9 }) as Record<string, JsonValue>
    expect(parseRunState(old)).toEqual({ ...old, version: currentVersion })
  })

  it('is refused when it is older than version 2; the message says what was found and what is understood', () => {
    const read = errorOf(stored({ version: 1 }))
    expect(read).toMatchObject({ newer: false, found: 1, error: { code: 'state_unreadable', fields: { found: 1, understood: [2, 3, 4, 5, 6, 7, 8, 9, 10] } } })
    expect(read.error.message).toMatch(/has version 1\. This release supports versions 2, 3, 4, 5, 6, 7, 8, 9, 10\./)
  })

  it('is refused when it is newer, and marked as such', () => {
    const read = errorOf(stored({ version: currentVersion + 1 }))
    expect(read).toMatchObject({ newer: true, found: 11, error: { code: 'state_unreadable', fields: { found: 11, understood: [2, 3, 4, 5, 6, 7, 8, 9, 10] } } })
  })

  it.each([
    null,
    true,
    5,
    'state',
    [],
    [1],
    {},
    { version: '3' },
    { version: 2.5 },
    { version: -1 },
    { version: 2 },
    { version: 3 },
    { version: 4 },
    { version: 6 },
    { version: 7 },
    { version: 8 },
    { version: 10 },
  ])('is refused when it is no state at all: %j', (value) => {
    expect(errorOf(value as JsonValue).error).toMatchObject({ code: 'state_unreadable' })
  })

  it('still has a status', () => {
    expect(statusOf(stored({ version: 99 }))).toBe('moved')
    for (const value of [null, [], { status: 'odd' }, 'paused']) expect(statusOf(value as JsonValue)).toBeUndefined()
  })
})

describe('members that hold values of others', () => {
  const waiting = (change: object) => stored({ waiting: { ...fullState().waiting, ...change } })
  const planned = (errors: unknown) => stored({ planned: { ...fullState().planned, errors } })

  it.each([null, 'plan', [], {}, { next_node: 'plan' }, { args: {} }, { next_node: 1, args: {} }, { next_node: 'plan', args: [] }])(
    'an action is refused: %j',
    (action) => {
      expect(errorOf(waiting({ action })).error.code).toBe('state_unreadable')
    },
  )

  it.each([[[null]], [['late']], [[{}]], [[{ kind: 1 }]], [{ kind: 'late' }]])('errors of a plan are refused: %j', (errors) => {
    expect(errorOf(planned(errors)).error.code).toBe('state_unreadable')
  })

  it.each([null, 'text', 5, [], ['a']])('the arguments of a call are refused: %j', (args) => {
    expect(errorOf(stored({ in_flight: [{ tool_call_id: 'a', tool: 'send', args }] })).error.code).toBe('state_unreadable')
  })

  it('the schema of a front-end tool is an object or a boolean', () => {
    const tool = (parameters: unknown) => stored({ client_tools: [{ name: 'a', description: 'b', parameters }] })
    for (const parameters of [true, false, {}]) expect(readRunState(tool(parameters)).ok).toBe(true)
    for (const parameters of [null, 'x', 1, []]) expect(errorOf(tool(parameters)).error.code).toBe('state_unreadable')
  })

  it('an observation may be any JSON, null too, but not be missing where it is required', () => {
    for (const last_observation of [null, 0, false, '', []]) expect(readRunState(stored({ last_observation })).ok).toBe(true)
    const { artifacts: _, ...without } = fullState()
    expect(errorOf(without as unknown as JsonValue).error.code).toBe('state_unreadable')
  })
})

describe('what is no state at all', () => {
  it.each([null, 'text', 5, true, [], {}, { version: '4' }, { version: null }])('is refused without a version: %j', (value) => {
    const { error, found, newer } = errorOf(value as JsonValue)
    expect([found, newer, error.message]).toEqual([undefined, false, expect.stringContaining('It has no version.')])
  })

  it('an unknown version is reported, and whether a newer release has written it', () => {
    expect(errorOf({ version: currentVersion + 1 })).toMatchObject({ found: currentVersion + 1, newer: true })
    expect(errorOf({ version: 0 })).toMatchObject({ found: 0, newer: false })
    expect(errorOf({ version: currentVersion })).toMatchObject({ found: currentVersion, newer: false })
  })

  it('at most three places are named, each with at most 60 characters', () => {
    const { message } = errorOf({ version: currentVersion, ['x'.repeat(200)]: 1 }).error
    expect(message.match(/ at (.*)\. This release/)?.[1]?.split(', ').length).toBeLessThanOrEqual(3)
    expect(message.length).toBeLessThan(500)
  })
})

describe('recordInFlight', () => {
  const call = (tool_call_id: string, tool = 'send') => ({ tool_call_id, tool, args: {} })

  it('adds a call, and replaces the entry of the same call, wherever it stands', () => {
    const state = { in_flight: [] as ReturnType<typeof call>[] }
    for (const id of ['a', 'b', 'c']) recordInFlight(state, call(id))
    expect(state.in_flight.map(({ tool_call_id }) => tool_call_id)).toEqual(['a', 'b', 'c'])
    for (const id of ['a', 'b', 'c']) recordInFlight(state, call(id, 'other'))
    expect(state.in_flight).toEqual([call('a', 'other'), call('b', 'other'), call('c', 'other')])
  })
})
