import type { PlannerEvent } from '@pf/core'
import type { Conversation, Story } from '@pf/testing'
import OpenAI from 'openai'
import { afterEach, describe, expect, it } from 'vitest'
import { createAgent, createDrafts, type MaskingOptions } from '../index.ts'
import { openaiModel } from '../openai.ts'
import { answer, call, createHarness, finishOf, type Harness, type HarnessOptions, ofType, scope } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness?.close())

const key = 'a key of at least thirty-two characters'
const email = 'anna.berg@example.org'
const card = '4111 1111 1111 1111'
const received: [string, unknown][] = []
const tool = (name: string, result: unknown = { ok: true }, more: object = {}) => ({
  name,
  description: `Does ${name}.`,
  input: { type: 'object' as const },
  run: ((args: unknown) => {
    received.push([name, args])
    return result
  }) as never,
  ...more,
})
/** Returns a placeholder of a request. */
const placeholder = ({ messages }: Conversation, kind: string, index = 0) =>
  JSON.stringify(messages)
    .match(new RegExp(`\\[${kind}-[0-9a-f]{16}\\]`, 'g'))
    ?.filter((each) => !each.includes('0123456789abcdef'))[index] ?? 'none'
const story = (...replies: ((conversation: Conversation) => string)[]): Story => ({
  name: 's',
  match: () => true,
  reply: (conversation) => replies.map((reply) => ({ content: reply(conversation), chunkSize: 3 })),
})
const open = async (replies: ((conversation: Conversation) => string)[], masking: Partial<MaskingOptions> = {}, more: Partial<HarnessOptions> = {}) => {
  received.length = 0
  harness = await createHarness({ stories: [story(...replies)], richOutput: { enabled: true }, guardrails: { masking: { key, ...masking } }, ...more })
  return harness
}
const sent = () => JSON.stringify(harness.server.requests.map(({ conversation }) => conversation?.messages))
const texts = (events: readonly PlannerEvent[]) => JSON.stringify(events)
const audited = async () => (await harness.ports.audit?.read(scope, { after: 0, limit: 100 }))?.map(({ entry }) => entry)

describe('masking', () => {
  it('shows placeholders to the model, and the data to the user while it streams', async () => {
    await open([(c) => answer(`I write to ${placeholder(c, 'EMAIL')} with ${placeholder(c, 'CARD')}.`)])
    const events = await harness.run(`Mail ${email}, card ${card}.`)
    expect(finishOf(events).payload.raw_answer).toBe(`I write to ${email} with ${card}.`)
    expect(sent()).not.toMatch(/anna|4111/)
    expect(sent()).toContain('stand for personal data')
    const stream = ofType(events, 'llm_stream_chunk').map(({ text }) => text)
    expect(stream.join('')).toBe(`I write to ${email} with ${card}.`)
    expect(texts(events)).not.toMatch(/\[(EMAIL|CARD)-/)
    expect(await audited()).toEqual([{ type: 'data_masked', run_id: 'run-1', thread_id: 'thread-1', step: 1, counts: { email: 1, card: 1 } }])
  })

  it('gives the data to tools that may have it, and placeholders to all others', async () => {
    const replies = ['send', 'search', 'crm'].map(
      (name) => (c: Conversation) => call(name, { to: placeholder(c, 'EMAIL'), note: `for ${placeholder(c, 'EMAIL')}` }),
    )
    await open(
      [...replies, () => answer('Done.')],
      { restoreInTools: { send: true, crm: ['/to'] } },
      { tools: [tool('send', { ok: true }, { streamArgs: true }), tool('search'), tool('crm')] },
    )
    const events = await harness.run(`Mail ${email}.`)
    const masked = expect.stringMatching(/^\[EMAIL-[0-9a-f]{16}\]$/)
    expect(received).toEqual([
      ['send', { to: email, note: `for ${email}` }],
      ['search', { to: masked, note: expect.stringMatching(/^for \[EMAIL/) }],
      ['crm', { to: email, note: expect.stringMatching(/^for \[EMAIL/) }],
    ])
    expect(finishOf(events).payload.raw_answer).toBe('Done.')
    expect(sent()).not.toContain('anna')
  })

  it('masks results of tools, and restores them in components', async () => {
    const render = (c: Conversation) => call('render_component', { component: 'markdown', props: { content: `Mail ${placeholder(c, 'EMAIL')}` } })
    await open(
      [() => call('lookup'), render, () => answer('Done.')],
      {},
      { tools: [tool('lookup', { text: `first\n${email} "x"`, iban: 'DE89 3704 0044 0532 0130 00' })] },
    )
    const events = await harness.run('Who?')
    expect(JSON.stringify(ofType(events, 'artifact_chunk'))).toContain(`Mail ${email}`)
    expect(sent()).not.toMatch(/anna|3704/)
    expect(await audited()).toMatchObject([{ counts: { email: 1, iban: 1 }, step: 2 }])
  })

  it('keeps placeholders between turns and processes, without storing a map', async () => {
    const seen: string[] = []
    const spy = (c: Conversation) => {
      seen.push(placeholder(c, 'EMAIL'))
      return answer(`It is ${placeholder(c, 'EMAIL')}.`)
    }
    await open([spy])
    await harness.run(`Mail ${email}.`)
    const second = await createHarness({
      server: harness.server,
      ports: harness.ports,
      richOutput: { enabled: true },
      guardrails: { masking: { key } },
      memory: { lastTurns: 4 },
    })
    const events = await second.run('Which one?', { run_id: 'run-2', messages: [{ id: 'u2', role: 'user', content: 'Which one?' }] })
    expect(finishOf(events).payload.raw_answer).toBe(`It is ${email}.`)
    expect(new Set(seen).size).toBe(1)
    await second.close()
  })

  it('restores nothing for a placeholder of another owner or thread, and nothing that somebody has written', async () => {
    let stolen = ''
    await open([
      (c) => {
        stolen = stolen === '' ? placeholder(c, 'EMAIL') : stolen
        return answer(`It is ${stolen}.`)
      },
    ])
    await harness.run(`Mail ${email}.`)
    const start = async (run_id: string, thread_id: string, id: string, content: string) => {
      const owner = { owner: { id } }
      const messages = [{ id: `u${run_id}`, role: 'user' as const, content }]
      await harness.agent.start({ thread_id, run_id, messages, client_tools: [], context: [], client: { pf: {} } }, owner)
      const events: PlannerEvent[] = []
      for await (const event of (await harness.agent.attach(run_id, 0, { scope: owner })) ?? []) events.push(event)
      return finishOf(events).payload.raw_answer
    }
    expect(await start('r2', 't2', 'eve', `Say ${stolen}.`)).toBe(`It is ${stolen}.`)
    expect(await start('r3', 't3', 'ada', `Say ${stolen}.`)).toBe(`It is ${stolen}.`)
    expect(await start('r4', 'thread-1', 'ada', `${email} is not ${stolen}.`)).toBe(`It is ${email}.`)
    expect(JSON.stringify(harness.server.requests.at(-1)?.conversation?.messages.at(-1))).toMatch(/EMAIL-\w+\] is not \[TEXT-/)
  })

  it('shows observers and traces what the model saw', async () => {
    const observed: string[] = []
    await open(
      [(c) => answer(`To ${placeholder(c, 'EMAIL')}.`)],
      {},
      {
        hooks: { onModelRequest: ({ messages }) => void observed.push(JSON.stringify(messages)), onModelResponse: ({ text }) => void observed.push(text) },
      },
    )
    await harness.run(`Mail ${email}.`)
    expect(observed).toHaveLength(2)
    expect(observed.join()).not.toContain('anna')
  })

  it('masks names of the owner and data of the host, and sends nothing when they cannot be read', async () => {
    const detector = { kind: 'staffid', find: (text: string) => [...text.matchAll(/P-\d{5}/g)].map(({ index }) => ({ start: index, end: index + 7 })) }
    await open([() => answer('Hi.')], { names: async ({ id }) => [`Frau ${id}`], detect: [detector] })
    await harness.run(`frau ADA has P-12345 and ${email}.`)
    expect(sent()).toMatch(/\[NAME-\w+\] has \[STAFFID-\w+\] and anna\.berg/)
    await harness.close()
    await open([() => answer('Hi.')], { names: () => Promise.reject(new Error('directory down')) })
    expect(finishOf(await harness.run('Hello.')).reason).toBe('error')
    expect(harness.server.requests).toHaveLength(0)
  })

  it('passes plans, whose values go from tool to tool, by the same rule', async () => {
    const plan = (c: Conversation) =>
      call('plan', {
        steps: [
          { node: 'send', args: { to: placeholder(c, 'EMAIL') } },
          { node: 'search', args: { q: placeholder(c, 'EMAIL') } },
        ],
      })
    await open([plan, () => answer('Done.')], { restoreInTools: { send: true } }, { tools: [tool('send'), tool('search')] })
    await harness.run(`Mail ${email}.`)
    expect(Object.fromEntries(received)).toEqual({ send: { to: email }, search: { q: expect.stringMatching(/^\[EMAIL/) } })
  })

  it('masks drafts and the messages that ask for them, with quotes as they are', async () => {
    const reply = (conversation: Conversation) => {
      const nonce = conversation.messages.at(-1)?.content.match(/\[ARTIFACT:([A-Za-z0-9]+)\]/)?.[1] ?? 'none'
      const name = placeholder(conversation, 'NAME')
      return { content: `[ARTIFACT:${nonce}]\nDear ${name},\n[/ARTIFACT:${nonce}]\n[USER:${nonce}]\nFor ${name}?\n[/USER:${nonce}]`, chunkSize: 5 }
    }
    harness = await createHarness({ stories: [{ name: 's', match: () => true, reply }] })
    const client = new OpenAI({ apiKey: 'sk-test', baseURL: harness.server.url, maxRetries: 0, logLevel: 'off' })
    const names = ['Sean "Puffy" Doe']
    const drafts = createDrafts({ model: openaiModel({ client, model: 'scripted' }), ports: harness.ports, guardrails: { masking: { key, names } } })
    const { draft_id, run_id } = await drafts.create({ message: 'Write to sean "puffy" doe.' }, scope)
    for await (const event of (await drafts.attach(run_id, 0, { scope })) ?? []) expect(JSON.stringify(event)).not.toMatch(/\[NAME-[0-9a-f]{16}/)
    expect(await drafts.get(draft_id, scope)).toMatchObject({ artifact_draft_text: expect.stringContaining('Dear sean "puffy" doe,') })
    expect(sent()).not.toContain('puffy')
    await drafts.close()
  })

  it('masks summaries, which a model writes of older turns', async () => {
    const seen: string[] = []
    const story: Story = {
      name: 's',
      match: () => true,
      reply: (conversation) => {
        const isSummary = conversation.messages.length === 2 && !conversation.messages[0]?.content.includes('final_response')
        seen.push(`${isSummary} ${placeholder(conversation, 'EMAIL')}`)
        return { content: isSummary ? `They gave ${placeholder(conversation, 'EMAIL')}.` : answer('Noted.') }
      },
    }
    harness = await createHarness({ stories: [story], memory: { summary: { lastTurns: 1 } }, guardrails: { masking: { key } } })
    for (const index of [1, 2, 3, 4])
      await harness.run('x', {
        run_id: `run-${index}`,
        messages: [{ id: `u${index}`, role: 'user', content: index === 1 ? `I am ${email}.` : `Turn ${index}.` }],
      })
    expect(seen.filter((each) => each.startsWith('true [EMAIL')).length).toBeGreaterThan(0)
    expect(sent()).not.toContain('anna')
    expect(JSON.stringify((await harness.ports.storage.load(scope, 'run-4'))?.state)).toContain(`They gave ${email}.`)
  })

  it('is refused at the start when it would not mask', () => {
    const make = (masking: unknown) => () =>
      createAgent({ model: { name: 'm', stream: () => [] as never }, tools: [tool('send')], ports: harness.ports, guardrails: { masking: masking as never } })
    expect(make({ key: 'short', detect: ['emails'], names: [1], restoreInTools: { sent: true, send: ['to'] } })).toThrow(
      /masking\.key must.*each of .*detect must.*names must.*\["sent"\] is not the name.*\["send"\] must be true/,
    )
    expect(make({ key, mask: true })).toThrow(/masking\.mask is not an option/)
    expect(make({ key, detect: [{ kind: 'No', find: () => [] }] })).toThrow(/detect must/)
  })
})
