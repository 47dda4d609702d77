import { createMemoryStore } from '@pf/core/memory'
import { type Conversation, createModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { afterEach, expect, it } from 'vitest'
import { type AgentHooks, createDrafts } from '../index.ts'
import { openaiModel } from '../openai.ts'
import { finishOf, ofType, scope } from '../test-support/harness.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

/** Creates one draft whose artifact and discussion contain a number. */
async function draft(hooks: AgentHooks) {
  const reply = ({ messages }: Conversation) => {
    const nonce = messages.at(-1)?.content.match(/\[ARTIFACT:([A-Za-z0-9]+)\]/)?.[1] ?? 'none'
    const content = `[ARTIFACT:${nonce}]\nCall 4711 today.\n[/ARTIFACT:${nonce}]\n[USER:${nonce}]\nIs 4711 right?\n[/USER:${nonce}]`
    return { content, chunkSize: 3 }
  }
  const server = await createModelServer({ stories: [{ name: 's', match: () => true, reply }] })
  const client = new OpenAI({ apiKey: 'sk-test', baseURL: server.url, maxRetries: 0, logLevel: 'off' })
  const drafts = createDrafts({ model: openaiModel({ client, model: 'scripted' }), ports: createMemoryStore(), hooks })
  open.push(server, drafts)
  const { draft_id, run_id } = await drafts.create({ message: 'Write.' }, scope)
  const events = []
  for await (const event of (await drafts.attach(run_id, 0, { scope })) ?? []) events.push(event)
  return { events, state: await drafts.get(draft_id, scope), texts: JSON.stringify(events.map((event) => ({ ...event, ts: 0 }))) }
}

const mask: AgentHooks['onAnswerDelta'] = {
  guard: true,
  run: ({ answer, shown, done }) => ({
    verdict: 'replace',
    reason: 'numbers',
    text: (done ? answer : answer.replace(/\d+$/, '')).replace(/\d+/g, '#').slice(shown.length),
  }),
}

it('[002-fail-05] a hook looks at both texts of a draft before any of it leaves, and what it masks is masked in the draft too', async () => {
  const { events, state, texts } = await draft({ onAnswerDelta: mask })
  expect(texts).not.toContain('Call 4')
  expect(state).toMatchObject({ artifact_draft_text: 'Call # today.', user_text: 'Is # right?' })
  const joined = (block: string) =>
    ofType(events, 'draft_delta')
      .filter((delta) => delta.block === block)
      .map(({ text }) => text)
      .join('')
  expect([joined('artifact'), joined('user')]).toEqual(['Call # today.', 'Is # right?'])
  expect(finishOf(events).payload.raw_answer).toBe('Is # right?')
})

it('[002-fail-05] it may stop a draft in the middle: the rest never leaves, and no draft is kept', async () => {
  const seen: unknown[] = []
  const { events, state, texts } = await draft({
    onAnswerDelta: ({ block, answer }) => {
      seen.push(block)
      return answer.includes('47') ? { verdict: 'stop', reason: 'a number', message: 'Not that.' } : undefined
    },
  })
  expect(new Set(seen)).toEqual(new Set(['artifact']))
  expect(texts).not.toMatch(/4711|today/)
  expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { route: 'refusal', raw_answer: 'Not that.' } })
  expect(ofType(events, 'draft_done')).toMatchObject([{ ok: false }])
  expect(state).toMatchObject({ version: 0 })
})
