import { RunAgentInputSchema } from '@ag-ui/core/schemas'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from './limits.ts'
import { parseRunInput } from './parse-run-input.ts'

const user = { id: 'u1', role: 'user', content: 'hello' }
const older = { threadId: 't', runId: 'r', messages: [user], tools: [], context: [], state: {}, forwardedProps: {} }
const newer = { ...older, protocolVersion: '1.0' }

function accepted(body: unknown, limits = defaultLimits) {
  const parsed = parseRunInput(body, limits)
  if (!parsed.ok) throw new Error(`refused: ${JSON.stringify(parsed.issues)}`)
  return parsed
}
function refused(body: unknown, limits = defaultLimits) {
  const parsed = parseRunInput(body, limits)
  if (parsed.ok) throw new Error('accepted')
  return parsed
}
const pointers = (body: unknown) => refused(body).issues.map(({ pointer }) => pointer)
const messagesOf = (messages: unknown[], base: object = older) => accepted({ ...base, messages }).input.messages
const warned = (body: unknown) => accepted(body).warnings.map(({ code }) => code)

describe('parseRunInput', () => {
  it('reads what a client from before 1.0 sends', () => {
    expect(accepted(older).input).toEqual({ thread_id: 't', run_id: 'r', messages: [user], client_tools: [], context: [], state: {}, client: {} })
  })

  it('reads what a 1.0 client sends, and knows it by its version', () => {
    expect(accepted({ ...newer, parentRunId: 'r0' }).input).toMatchObject({ client: { protocol_version: '1.0' }, parent_run_id: 'r0' })
  })

  it('treats missing tools, context, state and forwardedProps as empty', () => {
    const { threadId, runId, messages } = older
    expect(accepted({ threadId, runId, messages }).input).toEqual({ thread_id: 't', run_id: 'r', messages: [user], client_tools: [], context: [], client: {} })
  })

  it('treats null as missing only for clients before 1.0', () => {
    const nulls = { tools: null, context: null, forwardedProps: null, parentRunId: null, resume: null, state: null }
    expect(accepted({ ...older, ...nulls }).input.client_tools).toEqual([])
    expect(pointers({ ...newer, ...nulls })).toEqual(expect.arrayContaining(['/tools', '/context', '/forwardedProps', '/parentRunId']))
  })

  it('strips unknown keys at every level and drops keys that reach a prototype', () => {
    const body = JSON.parse(`{"threadId":"t","runId":"r","extra":1,"__proto__":{"x":1},
      "messages":[{"id":"u1","role":"user","content":"hello","__proto__":{"role":"system"},"more":1}],
      "tools":[{"name":"a","description":"b","parameters":{"type":"object","__proto__":{"x":1},"constructor":{"y":2}},"more":1}],
      "context":[{"description":"d","value":"v","more":1}],
      "state":{"a":{"__proto__":{"polluted":true},"b":1}},"forwardedProps":{"other":{"__proto__":1}}}`)
    const { input } = accepted(body)
    expect(input).toEqual({
      thread_id: 't',
      run_id: 'r',
      messages: [user],
      client_tools: [{ name: 'a', description: 'b', parameters: { type: 'object' } }],
      context: [{ description: 'd', value: 'v' }],
      state: { a: { b: 1 } },
      client: {},
    })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it.each(['', ' ', '\n\t\u00a0'])('refuses an empty message %o with its position', (content) => {
    expect(refused({ ...older, messages: [user, { id: 'u2', role: 'user', content }] })).toEqual({
      ok: false,
      code: 'invalid_input',
      issues: [{ code: 'invalid_input', pointer: '/messages/1/content', expected: 'a non-empty message', received: 'empty' }],
    })
  })

  it('refuses an empty conversation unless it answers an interrupt', () => {
    expect(pointers({ ...older, messages: [] })).toEqual(['/messages'])
    expect(accepted({ ...older, messages: [], resume: [{ interruptId: 'i', status: 'cancelled' }] }).input.answers).toHaveLength(1)
  })

  it('runs with an assistant or a tool message last, as late answers arrive', () => {
    const call = { id: 'a1', role: 'assistant', toolCalls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] }
    const late = [user, call, { id: 't1', role: 'tool', toolCallId: 'c', content: 'x' }, { id: 'a2', role: 'assistant', content: 'so' }]
    expect(messagesOf(late).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  })

  it.each([
    ['threadId', ''],
    ['threadId', 'a\u0000'],
    ['runId', 'a\nb'],
    ['runId', '\ud800'],
    ['runId', 'x'.repeat(257)],
    ['threadId', 7],
  ])('refuses %s %o', (key, value) => {
    expect(pointers({ ...older, [key]: value })).toEqual([`/${key}`])
  })

  it.each(['%', 'a:b', '\u{1f600} \u00e9', 'x'.repeat(256), '../..', '__proto__'])('accepts the id %o unchanged', (id) => {
    expect(accepted({ ...older, threadId: id, runId: id }).input).toMatchObject({ thread_id: id, run_id: id })
  })

  it('accepts and refuses every value of a known field as the published schema does', () => {
    const wrong = [null, 7, 'text', true, [], {}, [7], [null], [{}]]
    const base = {
      ...newer,
      parentRunId: 'p',
      tools: [{ name: 'a', description: 'b' }],
      context: [{ description: 'd', value: 'v' }],
      messages: [
        user,
        { id: 'a1', role: 'assistant', content: 'x', toolCalls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] },
        { id: 't1', role: 'tool', toolCallId: 'c', content: 'r' },
      ],
    }
    const paths = [
      'threadId',
      'runId',
      'parentRunId',
      'messages',
      'tools',
      'context',
      'forwardedProps',
      'messages.0.role',
      'messages.0.content',
      'messages.1.content',
      'messages.1.toolCalls',
      'messages.2.content',
      'messages.2.toolCallId',
      'tools.0.name',
      'context.0.value',
      'context.0.description',
    ]
    const differing = paths.flatMap((path) => wrong.flatMap((value) => (verdict(base, path, value) ? [] : [`${path} = ${JSON.stringify(value)}`])))
    // An input without messages has no question; the text of an assistant in parts is unambiguous and is read.
    expect(differing).toEqual(['messages = []', 'messages.1.content = []'])
  })

  it('never throws and never accepts JSON that is not an object', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.jsonValue(),
        fc.constantFrom('messages', 'tools', 'context', 'state', 'resume', 'forwardedProps', 'protocolVersion', 'threadId'),
        (value, inner, key) => {
          const parsed = parseRunInput({ ...older, [key]: value, messages: key === 'messages' ? value : [user, inner] })
          if (parsed.ok) expect(typeof parsed.input.thread_id).toBe('string')
          if (typeof value !== 'object' || value === null || Array.isArray(value)) expect(parseRunInput(value).ok).toBe(false)
        },
      ),
    )
  })

  it('reports at most 50 issues and never a value', () => {
    const { issues } = refused({ ...older, messages: Array.from({ length: 200 }, () => ({ role: 'user', content: 'secret' })) })
    expect(issues).toHaveLength(50)
    expect(JSON.stringify(issues)).not.toContain('secret')
  })
})

/** True if this parser and the published schema agree about a request with one changed value. */
function verdict(base: object, path: string, value: unknown): boolean {
  const body = structuredClone(base) as Record<string, unknown>
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const holder = keys.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, body)
  holder[last] = value
  return RunAgentInputSchema.safeParse(body).success === parseRunInput(body).ok
}

describe('protocolVersion', () => {
  it.each([
    ['1.0', '1.0', []],
    ['1.1', '1.1', ['version_newer']],
    ['1.10', '1.10', ['version_newer']],
    ['abc', '1.0', ['version_unreadable']],
    ['1', '1.0', ['version_unreadable']],
    [1, '1.0', ['version_unreadable']],
    ['0.9', undefined, []],
    [null, undefined, []],
  ])('%o is served as %o with the warnings %o', (protocolVersion, version, warnings) => {
    const parsed = accepted({ ...older, protocolVersion })
    expect(parsed.input.client.protocol_version).toBe(version)
    expect(parsed.warnings.map(({ code }) => code)).toEqual(warnings)
  })

  it('of another major is refused', () => {
    expect(pointers({ ...older, protocolVersion: '2.0' })).toEqual(['/protocolVersion'])
  })
})

describe('messages', () => {
  it('joins text parts, keeps files of both client versions apart, and drops unknown parts with a warning', () => {
    const content = [
      { type: 'text', text: 'look' },
      { type: 'image', source: { type: 'url', value: 'https://x' } },
      { type: 'binary', mimeType: 'image/png', data: 'AAAA' },
      { type: 'hologram' },
      { type: 'text', text: 'here' },
    ]
    const body = { ...older, messages: [{ id: 'u1', role: 'user', content }] }
    expect(accepted(body).input.messages).toEqual([{ id: 'u1', role: 'user', content: 'look\nhere' }])
    expect([...accepted(body).files.values()]).toEqual([
      [
        { pointer: '/messages/0/content/1', kind: 'image', media_type: 'application/octet-stream', source: { type: 'address', url: 'https://x' } },
        { pointer: '/messages/0/content/2', kind: 'image', media_type: 'image/png', source: { type: 'data', base64: 'AAAA' } },
      ],
    ])
    expect(warned(body)).toEqual(['part_dropped'])
  })

  it('tells the model about a message with only unsupported content', () => {
    expect(messagesOf([{ id: 'u1', role: 'user', content: [{ type: 'hologram' }] }])[0]?.content).toContain('cannot be read here: unknown')
  })

  it('drops files of other roles with a warning', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'image', source: { type: 'data', value: 'AAAA', mimeType: 'image/png' } },
    ]
    const body = { ...older, messages: [{ id: 'a1', role: 'assistant', content }, user] }
    expect(accepted(body).input.messages[0]).toEqual({ id: 'a1', role: 'assistant', content: 'a' })
    expect(warned(body)).toEqual(['part_dropped'])
  })

  it('accepts and refuses parts with files as the published schema does', () => {
    const source = { type: 'data', value: 'AAAA', mimeType: 'image/png' }
    const parts = [
      { type: 'image', source },
      { type: 'image' },
      { type: 'image', source: 'AAAA' },
      { type: 'audio', source: { ...source, type: 'url' } },
      { type: 'video', source: { type: 'url', value: 'x' } },
      { type: 'video', source: { type: 'data', value: 'x' } },
      { type: 'document', source: { type: 'file', value: 'f1', provider: 'openai' } },
      { type: 'document', source: { type: 'other', value: 'f1' } },
      { type: 'document', source: { ...source, value: 1 } },
      { type: 'document', source: { ...source, mimeType: 1 } },
    ]
    for (const part of parts) {
      const body = { ...newer, messages: [{ id: 'u1', role: 'user', content: [part] }] }
      expect([JSON.stringify(part), parseRunInput(body).ok]).toEqual([JSON.stringify(part), RunAgentInputSchema.safeParse(body).success])
    }
  })

  it('reads a binary part of older clients with data, an id or an address, and refuses one without', () => {
    const read = (part: object) => {
      const parsed = parseRunInput({
        ...older,
        messages: [{ id: 'u1', role: 'user', content: [{ type: 'binary', mimeType: 'Text/CSV; charset=utf-8', ...part }] }],
      })
      return parsed.ok ? [...parsed.files.values()].flat()[0] : parsed.issues.map(({ pointer }) => pointer)
    }
    expect(read({ id: 'a1' })).toMatchObject({ kind: 'document', media_type: 'text/csv', source: { type: 'stored', artifact_id: 'a1' } })
    expect(read({ url: 'data:;base64,QQ==', filename: 'a.csv' })).toMatchObject({ name: 'a.csv', source: { type: 'data', base64: 'QQ==' } })
    expect(read({ mimeType: 'x', data: 'QQ==' })).toMatchObject({ media_type: 'application/octet-stream' })
    expect(read({})).toContain('/messages/0/content/0')
    expect(read({ mimeType: 7, data: 'QQ==' })).toContain('/messages/0/content/0/mimeType')
  })

  it('drops activity and reasoning messages, and unknown roles of older clients', () => {
    const others = [
      { id: 'x', role: 'activity', activityType: 'a', content: {} },
      { id: 'y', role: 'reasoning', content: 'hm', encryptedValue: 'z' },
      { id: 'z', role: 'narrator', content: 'meanwhile' },
    ]
    expect(messagesOf([...others, user])).toEqual([user])
    expect(pointers({ ...newer, messages: [others[2], user] })).toEqual(['/messages/0/role'])
  })

  it('accepts missing and null content of older clients', () => {
    const call = { id: 'a1', role: 'assistant', content: null, toolCalls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: 'not {json' } }] }
    expect(messagesOf([user, call, { id: 't1', role: 'tool', toolCallId: 'c', content: null, error: null }])).toEqual([
      user,
      { id: 'a1', role: 'assistant', content: '', tool_calls: [{ id: 'c', name: 'f', arguments: 'not {json' }] },
      { id: 't1', role: 'tool', tool_call_id: 'c', content: '' },
    ])
  })

  it('keeps the error of a failed front-end tool', () => {
    const call = { id: 'a1', role: 'assistant', toolCalls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '' } }] }
    expect(messagesOf([call, { id: 't', role: 'tool', toolCallId: 'c', content: '', error: 'no camera' }]).at(-1)).toMatchObject({ error: 'no camera' })
  })

  it('orders the newest result of each call directly after the call, and drops orphans', () => {
    const calls = (id: string, ...made: string[]) => ({
      id,
      role: 'assistant',
      toolCalls: made.map((call) => ({ id: call, type: 'function', function: { name: 'f', arguments: '{}' } })),
    })
    const tool = (id: string, toolCallId: string, content: string) => ({ id, role: 'tool', toolCallId, content })
    const history = [
      user,
      calls('a1', 'c1'),
      calls('a2', 'c2'),
      { id: 'u2', role: 'user', content: 'typed' },
      tool('t1', 'c1', 'old'),
      tool('t2', 'c2', 'r2'),
      tool('t3', 'nobody', 'x'),
      tool('t4', 'c1', 'new'),
    ]
    const body = { ...older, messages: history }
    expect(accepted(body).input.messages.map(({ id, content }) => [id, content])).toEqual([
      ['u1', 'hello'],
      ['a1', ''],
      ['t4', 'new'],
      ['a2', ''],
      ['t2', 'r2'],
      ['u2', 'typed'],
    ])
    expect(warned(body)).toEqual(['orphan_result'])
  })

  it('keeps a call without a result', () => {
    const call = { id: 'a1', role: 'assistant', toolCalls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] }
    expect(messagesOf([user, call, { id: 'u2', role: 'user', content: 'never mind' }])).toHaveLength(3)
  })

  it('replaces text that no store accepts', () => {
    expect(messagesOf([{ ...user, content: 'a\ud800b\0c' }])[0]?.content).toBe('a\ufffdbc')
  })

  it('reports messages that are for clients only, and that an answer cannot be withdrawn from a client', () => {
    const activity = { id: 'x', role: 'activity', activityType: 'a', content: {} }
    const reasoning = { id: 'y', role: 'reasoning', content: 'Hm.' }
    expect(warned({ ...newer, messages: [activity, reasoning, activity, user] })).toEqual(['client_message_dropped', 'client_message_dropped'])
    expect(warned({ ...older, messages: [{ id: 'z', role: 'narrator', content: 'Once.' }, user] })).toEqual(['role_dropped', 'answers_not_withdrawn'])
    expect(warned({ ...older, messages: [user] })).toEqual([])
  })

  it('echoes the messages of a third-party client without nulls, reasoning and activity', () => {
    const sent = [
      { id: 'r1', role: 'reasoning', content: 'x' },
      { ...user, name: null, extra: 1 },
    ]
    expect(accepted({ ...older, messages: sent }).echo).toEqual([{ id: 'u1', role: 'user', content: 'hello', extra: 1 }])
    expect(accepted({ ...older, messages: [{ id: 'n', role: 'narrator' }, user] }).echo).toBeUndefined()
    expect(accepted({ ...older, forwardedProps: { pf: {} } }).echo).toBeUndefined()
  })
})

describe('the rest of the input', () => {
  it("recognizes pf's client by forwardedProps.pf and reads nothing else from it", () => {
    const of = (forwardedProps: unknown) => accepted({ ...older, forwardedProps }).input.client
    expect(of({ pf: {} })).toEqual({ pf: {} })
    expect(of({ pf: { tool_results: true, admin: true } })).toEqual({ pf: { tool_results: true } })
    expect(of({ pf: { tool_results: 'yes' } })).toEqual({ pf: {} })
    expect(of({ pf: true })).toEqual({})
  })

  it('passes a chosen action to the model as context, and drops one that is too long', () => {
    const of = (action: unknown) => accepted({ ...older, forwardedProps: { pf: { action } } })
    expect(of({ action_id: 'a', params: { n: 1 } }).input.context).toEqual([
      { description: 'The suggested action that the user chose', value: '{"action_id":"a","params":{"n":1}}' },
    ])
    expect(of({ action_id: 'x'.repeat(9_000) }).input.context).toEqual([])
  })

  it('accepts front-end tools with valid names, each name once', () => {
    const names = ['ok', 'ok', 'two words', '', 'x'.repeat(65), '__proto__']
    const parsed = accepted({ ...older, tools: names.map((name) => ({ name, description: 'd', parameters: null })) })
    expect(parsed.input.client_tools).toEqual([
      { name: 'ok', description: 'd', parameters: {} },
      { name: '__proto__', description: 'd', parameters: {} },
    ])
    expect(parsed.warnings.map(({ code }) => code)).toEqual(['tool_dropped'])
  })

  it('never refuses a request because of an invalid answer', () => {
    const resume = [
      { interruptId: 'i1', status: 'resolved', payload: { a: 1 } },
      { interruptId: 'i2', status: 'cancelled', payload: 'ignored' },
      { interruptId: 'i3', status: 'resolved' },
      { interruptId: 4, status: 'resolved' },
      { interruptId: 'i5', status: 'maybe' },
      7,
      null,
    ]
    expect(accepted({ ...newer, resume }).input.answers).toEqual([
      { ref: { interaction_id: 'i1' }, envelope: { result: { a: 1 } } },
      { ref: { interaction_id: 'i2' }, envelope: { cancelled: true } },
      { ref: { interaction_id: 'i3' }, envelope: { result: null } },
    ])
    for (const odd of ['x', 7, {}, null]) expect(accepted({ ...newer, resume: odd }).input.answers).toBeUndefined()
  })

  it('says that it dropped keys of an answer that could change a prototype', () => {
    const payload = JSON.parse('{"a":1,"b":[{"__proto__":{"x":1}}]}')
    const { input, warnings } = accepted({ ...newer, resume: [{ interruptId: 'i', status: 'resolved', payload }] })
    expect(input.answers).toEqual([{ ref: { interaction_id: 'i' }, envelope: { result: { a: 1, b: [{}] } } }])
    expect(warnings).toEqual([
      { code: 'answer_keys_dropped', text: 'Keys of an answer that could change a prototype were dropped: __proto__, constructor, prototype.' },
    ])
  })

  it('says how many answers it dropped', () => {
    const resume = Array.from({ length: 101 }, (_, index) => ({ interruptId: `i${index}`, status: 'cancelled' }))
    const { input, warnings } = accepted({ ...newer, resume })
    expect([input.answers?.length, warnings]).toEqual([100, [{ code: 'resume_dropped', text: 'Of 101 resume entries, all after the first 100 were dropped.' }]])
  })
})

describe('limits', () => {
  it('accepts a message of 200 kB, and refuses one byte more with its size', () => {
    const of = (content: string) => ({ ...older, messages: [{ ...user, content }] })
    expect(accepted(of('x'.repeat(200_000))).ok).toBe(true)
    expect(refused(of('x'.repeat(200_001)))).toEqual({
      ok: false,
      code: 'too_large',
      issues: [{ code: 'too_large', pointer: '/messages/0', expected: 'at most 200000 bytes', received: '200001 bytes' }],
    })
    expect(refused(of('\u{1f600}'.repeat(50_001))).code).toBe('too_large')
  })

  it('limits the number of messages, tools and context entries', () => {
    const limits = { ...defaultLimits, messages: 1, tools: 0, context: 0 }
    const body = { ...older, messages: [user, { ...user, id: 'u2' }], tools: [{ name: 'a', description: '' }], context: [{ description: '', value: '' }] }
    expect(refused(body, limits).issues.map(({ pointer }) => pointer)).toEqual(['/messages', '/tools', '/context'])
  })

  it('refuses deep nesting before anything traverses it', () => {
    const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
    expect(refused({ ...older, state: deep(100_000) })).toMatchObject({ code: 'too_deep' })
    expect(accepted({ ...older, state: deep(63) }).ok).toBe(true)
  })
})
