import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { NewRunMessage, RunStore, Scope } from '@pf/core'
import { openRun, someScope } from '../support/open-run.ts'
import type { CaseTable } from '../support/to-cases.ts'

/** The methods for messages, which a store may leave out. */
type MessageStore = Required<Pick<RunStore, 'addMessage' | 'messages'>>

function messageStore(storage: RunStore): MessageStore | undefined {
  const { addMessage, messages } = storage
  strictEqual(addMessage === undefined, messages === undefined, 'a store has both methods or none')
  return addMessage && messages ? { addMessage: addMessage.bind(storage), messages: messages.bind(storage) } : undefined
}

const inject = (id: string, text = 'Also look at May.'): NewRunMessage => ({ id, kind: 'inject', text })

/** Reads the messages without the time at which they were stored, which must be a number. */
async function read(store: MessageStore, scope: Scope, run_id: string, after = 0) {
  const messages = await store.messages(scope, run_id, after)
  return messages.map(({ created, ...message }) => {
    ok(Number.isSafeInteger(created), 'the time is in whole milliseconds')
    return message
  })
}

/** Cases of messages to runs. A store without them passes. */
export const messageCases: CaseTable = {
  'messages to a run are kept in order, numbered from 1, and read from a position': async ({ ports: { storage }, scope }) => {
    const store = messageStore(storage)
    if (!store) return
    const { run, write } = await openRun(storage, scope)
    await write('a')
    deepStrictEqual(await read(store, scope, run.run_id), [])
    strictEqual(await store.addMessage(scope, run.run_id, inject('a', 'ü \u0000 \ud800')), 'accepted')
    strictEqual(await store.addMessage(scope, run.run_id, { id: 'b', kind: 'pause' }), 'accepted')
    await write('b')
    const [first, second] = [
      { ...inject('a', 'ü \u0000 \ud800'), position: 1 },
      { id: 'b', kind: 'pause', position: 2 },
    ]
    deepStrictEqual(await read(store, scope, run.run_id), [first, second])
    deepStrictEqual(await read(store, scope, run.run_id, 1), [second])
    deepStrictEqual(await read(store, scope, run.run_id, 2), [])
  },
  'a message that is sent again under its id is stored once': async ({ ports: { storage }, scope }) => {
    const store = messageStore(storage)
    if (!store) return
    const { run, write } = await openRun(storage, scope)
    await write('a')
    for (const text of ['first', 'second']) strictEqual(await store.addMessage(scope, run.run_id, inject('a', text)), 'accepted')
    deepStrictEqual(await read(store, scope, run.run_id), [{ ...inject('a', 'first'), position: 1 }])
  },
  'messages that arrive at the same time are all kept': async ({ ports: { storage }, scope }) => {
    const store = messageStore(storage)
    if (!store) return
    const { run, write } = await openRun(storage, scope)
    await write('a')
    const ids = Array.from({ length: 20 }, (_, index) => `message-${index}`)
    await Promise.all(ids.map((id) => store.addMessage(scope, run.run_id, inject(id))))
    const messages = await read(store, scope, run.run_id)
    deepStrictEqual(messages.map(({ id }) => id).sort(), [...ids].sort())
    deepStrictEqual(
      messages.map(({ position }) => position),
      ids.map((_, index) => index + 1),
    )
  },
  'a run that has not begun is unknown, one that has ended is finished, and 200 messages are the most': async ({ ports: { storage }, scope }) => {
    const store = messageStore(storage)
    if (!store) return
    const { run, write, finish } = await openRun(storage, scope)
    strictEqual(await store.addMessage(scope, run.run_id, inject('a')), 'unknown')
    await write('a')
    for (let index = 0; index < 200; index += 1) strictEqual(await store.addMessage(scope, run.run_id, inject(`m${index}`)), 'accepted')
    strictEqual(await store.addMessage(scope, run.run_id, inject('one more')), 'full')
    strictEqual(await store.addMessage(scope, run.run_id, inject('m0')), 'accepted')
    await finish()
    strictEqual(await store.addMessage(scope, run.run_id, inject('late')), 'finished')
    strictEqual((await read(store, scope, run.run_id)).length, 200)
  },
  'a run that another run continues accepts none, and one that continues under its own id does': async ({ ports: { storage }, scope }) => {
    const store = messageStore(storage)
    if (!store) return
    const { run, commit, write } = await openRun(storage, scope)
    await write('a')
    await commit({ successor: run.run_id })
    strictEqual(await store.addMessage(scope, run.run_id, inject('a')), 'accepted')
    await commit({ successor: `${run.run_id}-next` })
    strictEqual(await store.addMessage(scope, run.run_id, inject('b')), 'unknown')
  },
  'messages need no lease, and do not concern a run of another owner or tenant': async ({ ports: { storage }, scope }) => {
    const store = messageStore(storage)
    if (!store) return
    const { run, lease, write } = await openRun(storage, scope)
    await write('a')
    await storage.release(scope, lease)
    for (const other of [someScope(), { owner: { ...scope.owner, tenant: 'other' } }]) {
      strictEqual(await store.addMessage(other, run.run_id, inject('a')), 'unknown')
      deepStrictEqual(await read(store, other, run.run_id), [])
    }
    strictEqual(await store.addMessage(scope, run.run_id, inject('a')), 'accepted')
    strictEqual((await read(store, scope, run.run_id)).length, 1)
  },
}
