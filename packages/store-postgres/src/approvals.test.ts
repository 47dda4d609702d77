import { verifyAudit } from '@pf/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../tooling/test-support/postgres.ts'
import { approver, asker, createPaymentAgent, endOf } from '../../store-sqlite/src/test-support/payment-agent.ts'
import { createPostgresStore } from './create-postgres-store.ts'

let server: PostgresServer
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await server?.stop()
})

async function createNode() {
  const store = await createPostgresStore({ connectionString: server.url })
  const payment = createPaymentAgent(store)
  closing.push(
    () => store.close(),
    () => payment.agent.close(),
  )
  return { store, ...payment }
}

it('a call is approved on another node than the one that asked, once, and both nodes spend one budget', async () => {
  const first = await createNode()
  const second = await createNode()
  expect(await first.ask('t1')).toBe('paused')
  const [item] = (await second.agent.inbox?.(approver)) ?? []
  expect(item).toMatchObject({ thread_id: 't1', asked_by: 'ann' })
  const answerOn = (node: typeof first) => node.agent.answer({ interaction_id: item?.interaction_id ?? '' }, { result: { selected: ['once'] } }, approver)
  const given = await Promise.all([first, second, first, second].map(answerOn))
  // A request after the answer finds no question that waits for the role.
  expect(given.filter(({ status }) => status === 'accepted')).toHaveLength(1)
  expect(given.every(({ status }) => ['accepted', 'repeated', 'unknown'].includes(status))).toBe(true)
  const accepted = given.find((result) => 'run_id' in result)
  expect(accepted && 'run_id' in accepted && (await endOf(second.agent, accepted.run_id))).toBe('answer')
  expect([...first.paid, ...second.paid]).toEqual([{ amount: 50 }])
  expect(await first.ask('t2')).toBe('budget_exhausted')
  const log = await second.store.audit.read(asker, { after: 0, limit: 100 })
  expect(log.map(({ entry }) => entry.type)).toEqual(['asked', 'seen', 'answered'])
  expect(await verifyAudit(log)).toMatchObject({ ok: true })
})
