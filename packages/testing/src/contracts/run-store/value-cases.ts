import { deepStrictEqual, notStrictEqual, strictEqual } from 'node:assert/strict'
import { collect } from '../support/collect.ts'
import { hostileJson, hostileNames, spoil } from '../support/hostile.ts'
import { openRun, runResource, someScope, tryLease } from '../support/open-run.ts'
import { someRun, someState, someText } from '../support/some-events.ts'
import type { CaseTable } from '../support/to-cases.ts'

/** Cases of values: they are returned unchanged, and only to their owner. */
export const valueCases: CaseTable = {
  'state and events come back as the same JSON text, key order included': async ({ ports: { storage, events }, scope }) => {
    const { run, commit, finish } = await openRun(storage, scope)
    const text = JSON.stringify(hostileJson())
    await commit({ events: [someState(run, hostileJson())], state: { expect_version: 0, value: hostileJson() } })
    await finish()
    strictEqual(JSON.stringify((await storage.load(scope, run.run_id))?.state), text)
    const [first] = await collect(events.read(scope, run.run_id, 0))
    strictEqual(JSON.stringify(first?.type === 'state_snapshot' && first.state), text)
  },
  'what a commit returns is, byte for byte, what a reader gets': async ({ ports: { storage, events }, scope }) => {
    const { run, commit, write, finish } = await openRun(storage, scope)
    const committed = [...(await commit({ events: [someState(run, hostileJson())] })), ...(await write('a', 'b')), ...(await finish())]
    strictEqual(JSON.stringify(await collect(events.read(scope, run.run_id, 0))), JSON.stringify(committed))
  },
  'changing what went in or came out changes nothing that is stored': async ({ ports: { storage, events }, scope }) => {
    const { run, lease, finish } = await openRun(storage, scope)
    const value = { list: [1] }
    const result = await storage.commit(scope, { run, lease, events: [someState(run, value)], state: { expect_version: 0, value } })
    spoil(value)
    spoil(result.status === 'committed' && result.events)
    await finish()
    spoil((await storage.load(scope, run.run_id))?.state)
    spoil((await collect(events.read(scope, run.run_id, 0)))[0])
    deepStrictEqual((await storage.load(scope, run.run_id))?.state, { list: [1] })
    const [first] = await collect(events.read(scope, run.run_id, 0))
    deepStrictEqual(first?.type === 'state_snapshot' && first.state, { list: [1] })
  },
  'every name is a name: ids and owners that look like code or keys stay apart': async ({ ports: { storage, events } }) => {
    for (const name of hostileNames) {
      const scope = { owner: { id: `${name}-${someRun().run_id}`, tenant: name } }
      const writer = await openRun(storage, scope, { run_id: name, thread_id: name })
      await writer.write(name)
      await writer.finish()
      deepStrictEqual(
        (await collect(events.read(scope, name, 0))).map((event) => ('text' in event ? event.text : event.seq)),
        [name, 2],
      )
      strictEqual(await storage.load({ owner: { id: scope.owner.id } }, name), undefined)
    }
  },
  'the same run id under two owners is two runs': async ({ ports: { storage, events }, scope }) => {
    const other = someScope()
    const run = someRun()
    const mine = await openRun(storage, scope, run)
    const theirs = await openRun(storage, other, { ...run, thread_id: 'another thread' })
    await mine.commit({ events: [someText(run, 'mine')], state: { expect_version: 0, value: 'mine' } })
    strictEqual(await events.last(other, run.run_id), 0)
    deepStrictEqual((await storage.load(other, run.run_id))?.state, null)
    strictEqual((await storage.commit(scope, { run, lease: theirs.lease, events: [] })).status, 'fenced')
    strictEqual((await storage.commit(other, { run, lease: mine.lease, events: [] })).status, 'fenced')
    await storage.release(other, mine.lease)
    strictEqual(await tryLease(storage, scope, runResource(run)), undefined)
    strictEqual(await storage.renew(other, mine.lease, 600_000), undefined)
  },
  'an owner is id and tenant: neither alone nor swapped nor glued together opens the door': async ({ ports: { storage } }) => {
    const id = someRun().run_id
    const run = someRun()
    await openRun(storage, { owner: { id, tenant: 'a:b' } }, run)
    const others = [{ id }, { id, tenant: 'a' }, { id: `${id}:a`, tenant: 'b' }, { id: 'a:b', tenant: id }, { id, tenant: 'A:B' }]
    for (const owner of others) strictEqual(await storage.load({ owner }, run.run_id), undefined)
    notStrictEqual(await storage.load({ owner: { id, tenant: 'a:b' } }, run.run_id), undefined)
  },
  'a foreign or unknown run is the same: fenced, not there, not changed': async ({ ports: { storage }, scope }) => {
    const { run, lease } = await openRun(storage, scope)
    const stranger = someScope()
    strictEqual(await storage.load(stranger, run.run_id), undefined)
    deepStrictEqual(await storage.commit(stranger, { run, lease, events: [] }), { status: 'fenced' })
    const unknown = someRun()
    deepStrictEqual(await storage.commit(scope, { run: unknown, lease: { ...lease, resource: runResource(unknown) }, events: [] }), { status: 'fenced' })
    await storage.release(stranger, lease)
    strictEqual(await tryLease(storage, scope, runResource(run)), undefined)
    strictEqual(await storage.load(stranger, run.run_id), undefined)
  },
}
