import { createMemoryStore } from '@pf/core/memory'
import { createDrafts } from '@pf/planner'
import { type Conversation, createModelServer, type Reply, readSse } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchModel } from '../test-support/fetch-model.ts'
import { createPfServer } from '../test-support/pf-server.ts'
import { postTo } from '../test-support/planner-server.ts'
import { answer } from '../test-support/streams.ts'

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const nonceOf = ({ messages }: Conversation) => messages.at(-1)?.content.match(/\[ARTIFACT:([A-Za-z0-9]+)\]/)?.[1] ?? 'none'
const artifact = 'Dear team,\n\n  we ship on [Monday].\n'
const user = 'Shall I send it?'
const good = (nonce: string) => `[ARTIFACT:${nonce}]\n${artifact}\n[/ARTIFACT:${nonce}]\n[USER:${nonce}]\n${user}\n[/USER:${nonce}]`

/** Starts the draft routes over real HTTP, with a model that writes in small pieces. */
async function system(write: (nonce: string, count: number) => string | Reply = good, pingMs = 15_000) {
  let count = 0
  const reply = (conversation: Conversation) => {
    count += 1
    const made = write(nonceOf(conversation), count)
    return typeof made === 'string' ? { content: made, chunkSize: 3 } : made
  }
  const model = await createModelServer({ stories: [{ name: 'draft', match: () => true, reply }] })
  const drafts = createDrafts({ model: fetchModel(model.url), ports: createMemoryStore() })
  const server = await createPfServer(answer, { drafts, pingMs })
  open.push(model, drafts, server)
  const begin = async () => (await (await postTo(server.url, '/drafts', { message: 'Write to the team.' })).json()) as { draft_id: string; stream_url: string }
  const get = async (draft_id: string) => (await (await fetch(`${server.url}/drafts/${draft_id}`)).json()) as Record<string, unknown>
  return { url: server.url, model, begin, get }
}

interface Seen {
  id?: string
  event?: string
  data: Record<string, unknown>
}

/** Reads a stream; `on` may end it by throwing. */
async function read(response: Response, on: (seen: Seen) => void = () => undefined): Promise<Seen[]> {
  const all: Seen[] = []
  for await (const { id, event, data } of readSse(response, undefined, { strict: true })) {
    if (!data) continue
    const seen = { ...(id === undefined ? {} : { id }), ...(event === undefined ? {} : { event }), data: JSON.parse(data) as Record<string, unknown> }
    all.push(seen)
    on(seen)
  }
  return all
}

const textOf = (seen: readonly Seen[], name: string) => seen.flatMap(({ event, data }) => (event === name ? [data.text] : [])).join('')

describe('[002-fail-06] verification checklist: streaming', () => {
  it('[002-wire-01] [002-goal-07] the client gets the text of the artifact first, then the discussion, and nothing else', async () => {
    const { url, begin } = await system()
    const { stream_url } = await begin()
    const seen = await read(await fetch(url + stream_url))
    const names = seen.map(({ event }) => event)
    expect(new Set(names)).toEqual(new Set(['artifact_delta', 'user_delta', 'done']))
    expect(names.lastIndexOf('artifact_delta')).toBeLessThan(names.indexOf('user_delta'))
    expect(names.indexOf('done')).toBe(names.length - 1)
    expect([textOf(seen, 'artifact_delta'), textOf(seen, 'user_delta')]).toEqual([artifact, user])
  })

  it('no tag and no part of a nonce ever appears in the streamed text', async () => {
    const nonces: string[] = []
    const { url, begin } = await system((nonce) => {
      nonces.push(nonce)
      return good(nonce)
    })
    const { stream_url } = await begin()
    const text = await (await fetch(url + stream_url)).text()
    for (const nonce of nonces) expect(text).not.toContain(nonce.slice(0, 4))
    expect(text).not.toMatch(/\[\/?(?:ARTIFACT|USER)/)
  })
})

describe('[002-fail-06] verification checklist: parsing', () => {
  it('each text holds its own content only, byte for byte', async () => {
    const { url, begin, get } = await system()
    const { draft_id, stream_url } = await begin()
    await read(await fetch(url + stream_url))
    expect(await get(draft_id)).toMatchObject({ artifact_draft_text: artifact, user_text: user })
  })
})

describe('[002-fail-06] verification checklist: confirmation', () => {
  it('the final text is written by an explicit confirmation and by nothing else', async () => {
    const { url, begin, get } = await system()
    const { draft_id, stream_url } = await begin()
    await read(await fetch(url + stream_url))
    expect(await get(draft_id)).toMatchObject({ state: 'draft', artifact_final_text: null })
    const changed = await (await postTo(url, `/drafts/${draft_id}/changes`, { text: 'Shorter.' })).json()
    await read(await fetch(url + changed.stream_url))
    expect(await get(draft_id)).toMatchObject({ state: 'draft', version: 2, artifact_final_text: null })
    await postTo(url, `/drafts/${draft_id}/confirm`, { version: 2 })
    expect(await get(draft_id)).toMatchObject({ state: 'confirmed', artifact_final_text: artifact })
  })
})

describe('[002-fail-06] verification checklist: reliability', () => {
  it('[002-wire-06] [002-fail-04] ids rise, and a reader that comes back with the last one misses nothing and sees nothing twice', async () => {
    const { url, begin, model } = await system()
    const { stream_url } = await begin()
    const whole = await read(await fetch(url + stream_url))
    const order = whole.map(({ id = '' }) => id.split('.').map(Number))
    for (const [index, [seq = 0, part = 0]] of order.entries()) {
      const [before = 0, earlier = -1] = order[index - 1] ?? []
      expect(seq > before || (seq === before && part > earlier)).toBe(true)
    }
    for (const [index, { id = '' }] of whole.slice(0, -1).entries()) {
      expect(await read(await fetch(url + stream_url, { headers: { 'last-event-id': id } }))).toEqual(whole.slice(index + 1))
    }
    expect((await fetch(url + stream_url, { headers: { 'last-event-id': whole.at(-1)?.id ?? '' } })).status).toBe(204)
    // Reconnecting does not call the model again.
    expect(model.requests).toHaveLength(1)
  })

  it('[002-wire-04] an idle stream is kept open by pings that move no resume point', async () => {
    const { url, begin, model } = await system((nonce) => ({ content: `[ARTIFACT:${nonce}]slow`, delayMs: 60_000 }), 20)
    const { stream_url } = await begin()
    const stop = new AbortController()
    const response = await fetch(url + stream_url, { signal: stop.signal })
    let text = ''
    try {
      for await (const chunk of response.body ?? []) {
        text += new TextDecoder().decode(chunk)
        if ((text.match(/^:/gm) ?? []).length >= 3) stop.abort()
      }
    } catch {
      // The error is caused by the abort of this test.
    }
    expect(text).not.toMatch(/^id:/m)
    expect((text.match(/^:/gm) ?? []).length).toBeGreaterThanOrEqual(3)
    expect(model.requests.length).toBeLessThanOrEqual(1)
  })

  it('a reply out of form is asked for exactly once more, and never repaired', async () => {
    for (const [fixed, calls] of [
      [true, 2],
      [false, 2],
    ] as const) {
      const { url, begin, get, model } = await system((nonce, count) => (fixed && count === 2 ? good(nonce) : `Sure!\n${good(nonce)}`))
      const { draft_id, stream_url } = await begin()
      const seen = await read(await fetch(url + stream_url))
      expect(model.requests).toHaveLength(calls)
      expect(seen.filter(({ event }) => event === 'done')).toMatchObject([{ data: { ok: true, parse_ok: fixed } }])
      expect(await get(draft_id)).toMatchObject({ version: fixed ? 1 : 0 })
    }
  })
})
