import type { DraftStreamEvent } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { createDrafts } from '@pf/planner'
import { createModelServer, readSse } from '@pf/testing'
import { afterEach, expect, it } from 'vitest'
import { fetchModel } from '../../test-support/fetch-model.ts'
import { createPfServer } from '../../test-support/pf-server.ts'
import { answer } from '../../test-support/streams.ts'
import { createDraftClient } from './create-draft-client.ts'

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** An EventSource based on fetch, because Node has none. It drops the connection after three events and reconnects with the last id. */
class NodeEventSource extends EventTarget {
  static readonly CLOSED = 2
  readonly CLOSED = 2
  readyState = 0
  private readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    void this.run()
  }
  private async run() {
    let last: string | undefined
    while (this.readyState !== 2) {
      const response = await fetch(this.url, { headers: last ? { 'last-event-id': last } : {} })
      if (response.status !== 200) return this.fail()
      let left = 3
      for await (const { id, event, data } of readSse(response, undefined, { strict: true })) {
        if (id) last = id
        if (data) this.dispatchEvent(new MessageEvent(event ?? 'message', { data }))
        left -= 1
        if (left === 0 || this.readyState === 2) break
      }
    }
  }
  private fail() {
    this.readyState = 2
    this.dispatchEvent(new Event('error'))
  }
  close() {
    this.readyState = 2
  }
}

async function system() {
  const model = await createModelServer({
    stories: [
      {
        name: 'draft',
        match: () => true,
        reply: ({ messages }) => {
          const nonce = messages.at(-1)?.content.match(/\[ARTIFACT:(\w+)\]/)?.[1]
          return {
            content: `[ARTIFACT:${nonce}]\nDear team, we ship on Monday.\n[/ARTIFACT:${nonce}]\n[USER:${nonce}]\nShall I send it?\n[/USER:${nonce}]`,
            chunkSize: 4,
          }
        },
      },
    ],
  })
  const drafts = createDrafts({ model: fetchModel(model.url), ports: createMemoryStore() })
  const server = await createPfServer(answer, { drafts })
  open.push(model, drafts, server)
  return createDraftClient({ baseUrl: server.url, EventSource: NodeEventSource as unknown as typeof EventSource })
}

const read = (client: Awaited<ReturnType<typeof system>>, stream_url: string) =>
  new Promise<DraftStreamEvent[]>((resolve) => {
    const seen: DraftStreamEvent[] = []
    client.follow(stream_url, {
      onEvent: (event) => {
        seen.push(event)
        if (event.type === 'done') resolve(seen)
      },
      onLost: () => resolve(seen),
    })
  })

it('a draft is created, read over dropped connections without a gap or a repeat, changed and confirmed', async () => {
  const client = await system()
  const { draft_id, stream_url } = await client.create({ message: 'Write.' })
  const seen = await read(client, stream_url)
  const textOf = (type: string) => seen.flatMap((event) => (event.type === type && 'text' in event ? [event.text] : [])).join('')
  expect([textOf('artifact_delta'), textOf('user_delta')]).toEqual(['Dear team, we ship on Monday.', 'Shall I send it?'])
  expect(seen.at(-1)).toMatchObject({ type: 'done', ok: true, parse_ok: true, version: 1 })
  expect(await client.confirm(draft_id, 7)).toEqual({ status: 'stale', version: 1 })
  expect((await read(client, (await client.change(draft_id, 'Shorter.')).stream_url)).at(-1)).toMatchObject({ version: 2 })
  expect(await client.confirm(draft_id, 2)).toMatchObject({ status: 'confirmed', draft: { artifact_final_text: 'Dear team, we ship on Monday.' } })
  expect(await client.get(draft_id)).toMatchObject({ state: 'confirmed' })
})

it('what is not there is undefined, unknown or lost', async () => {
  const client = await system()
  expect(await client.get('none')).toBeUndefined()
  expect(await client.confirm('none', 1)).toEqual({ status: 'unknown' })
  expect(await read(client, '/drafts/none/streams/none')).toEqual([])
  await expect(client.create({ message: ' ' })).rejects.toMatchObject({ code: 'invalid_input' })
})
