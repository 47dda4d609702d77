import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyAudit } from '@pf/core'
import { afterEach, expect, it } from 'vitest'
import { createSqliteStore } from './create-sqlite-store.ts'
import { approver, asker, createPaymentAgent, endOf } from './test-support/payment-agent.ts'

const folder = mkdtempSync(join(tmpdir(), 'pf-approvals-'))
let closing: (() => Promise<unknown>)[] = []
const restart = async () => {
  for (const close of closing.reverse()) await close()
  const store = await createSqliteStore({ file: join(folder, 'pf.sqlite') })
  const payment = createPaymentAgent(store)
  closing = [() => store.close(), () => payment.agent.close()]
  return { store, ...payment }
}
afterEach(async () => {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true })
})

it('an approval that waits, a grant, the audit log and a budget hold over restarts', async () => {
  const first = await restart()
  expect(await first.ask('t1')).toBe('paused')
  const second = await restart()
  const [item] = (await second.agent.inbox?.(approver)) ?? []
  expect(item).toMatchObject({ thread_id: 't1', tool: 'pay', asked_by: 'ann', role: 'finance' })
  const given = await second.agent.answer({ interaction_id: item?.interaction_id ?? '' }, { result: { selected: ['always'] } }, approver)
  expect('run_id' in given && (await endOf(second.agent, given.run_id))).toBe('answer')
  expect(second.paid).toEqual([{ amount: 50 }])
  const third = await restart()
  expect(await third.store.grants.list(asker)).toMatchObject([{ rule: 'payments', tool: 'pay' }])
  expect(await third.ask('t2')).toBe('budget_exhausted')
  const log = await third.store.audit.read(asker, { after: 0, limit: 100 })
  expect(log.map(({ entry }) => entry.type)).toEqual(['asked', 'seen', 'answered'])
  expect(await verifyAudit(log)).toMatchObject({ ok: true })
})
