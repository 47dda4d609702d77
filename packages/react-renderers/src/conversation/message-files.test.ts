import type { MessageFile, ThreadView } from '@pf/core'
import { describe, expect, it, vi } from 'vitest'
import { createRunController } from '../run/create-run-controller.ts'
import { fakeClient } from '../test-support/fake-client.ts'
import { createComponentStore } from './create-component-store.ts'
import { restoreStore, serializeStore } from './stored-conversation.ts'
import { toMessages } from './to-messages.ts'

const stored: MessageFile = { kind: 'image', media_type: 'image/png', name: 'chart.png', artifact_id: 'file-1', bytes: 3, url: '/artifacts/file-1' }
const elsewhere: MessageFile = { kind: 'document', media_type: 'application/pdf', url: 'https://example.com/a.pdf' }
const parts = [
  { type: 'text', text: 'What is this?' },
  { type: 'image', source: { type: 'file', provider: 'pf', value: 'file-1', mimeType: 'image/png' }, metadata: { filename: 'chart.png' } },
  { type: 'document', source: { type: 'url', value: 'https://example.com/a.pdf', mimeType: 'application/pdf' } },
]

function withFiles() {
  const store = createComponentStore()
  store.addUserMessage('What is this?', 'u1', 'r1', [stored, elsewhere])
  return store
}

describe('a message with files', () => {
  it('[003-in-08] is sent again with references to its files', () => {
    expect(toMessages(withFiles().getSnapshot().turns)).toEqual([{ id: 'u1', role: 'user', content: parts }])
    const store = createComponentStore()
    store.addUserMessage('', 'u1', 'r1', [stored])
    expect(toMessages(store.getSnapshot().turns)).toEqual([{ id: 'u1', role: 'user', content: [parts[1]] }])
  })

  it('[003-in-08] survives a conversation that the page stores; invalid entries are left out', () => {
    const store = createComponentStore()
    restoreStore(store, serializeStore(withFiles()))
    expect(store.getSnapshot().turns).toEqual([{ kind: 'user', id: 'u1', text: 'What is this?', run_id: 'r1', files: [stored, elsewhere] }])
    const damaged = { version: 1, turns: [{ kind: 'user', id: 'u1', text: 'x', files: [7, { kind: 'page' }, { kind: 'audio', name: 5 }] }] }
    restoreStore(store, { ...(serializeStore(store) as object), turns: damaged.turns })
    expect(store.getSnapshot().turns).toMatchObject([{ files: [{ kind: 'audio', media_type: 'application/octet-stream' }] }])
  })

  it('[003-in-08] is restored from the thread of the server', async () => {
    const view: ThreadView = {
      messages: [{ id: 'u1', role: 'user', content: '', run_id: 'r1', files: [stored] }],
      components: [],
      pending: [],
      runs: ['r1'],
      last_run_id: 'r1',
      last_seq: 1,
    }
    const store = createComponentStore()
    const { client } = fakeClient({ thread: async () => view })
    void createRunController({ client, store, threadId: 't1' }).restore()
    await vi.waitFor(() => expect(store.getSnapshot().turns[0]).toEqual({ kind: 'user', id: 'u1', text: '', run_id: 'r1', files: [stored] }))
  })

  it('[003-in-08] keeps its files when MESSAGES_SNAPSHOT repeats the message', () => {
    const store = withFiles()
    store.apply({ event: { type: 'MESSAGES_SNAPSHOT', messages: [{ id: 'u1', role: 'user', content: parts }] } })
    expect(store.getSnapshot().turns[0]).toEqual({ kind: 'user', id: 'u1', text: 'What is this?', run_id: 'r1', files: [stored, elsewhere] })
  })
})
