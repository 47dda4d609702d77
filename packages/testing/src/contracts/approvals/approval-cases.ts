import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import {
  type ApprovalGrant,
  type AuditEntry,
  type AuditStore,
  type GrantStore,
  type InteractionStore,
  type Scope,
  type StorePorts,
  verifyAudit,
} from '@pf/core'
import { hostileJson, hostileNames } from '../support/hostile.ts'
import { openRun, someScope } from '../support/open-run.ts'
import { someQuestion, someRun } from '../support/some-events.ts'
import type { CaseTable } from '../support/to-cases.ts'

function portsOf({ grants, audit, pending }: StorePorts): { grants: GrantStore; audit: AuditStore; waiting: NonNullable<InteractionStore['waiting']> } {
  ok(grants && audit && pending.waiting, 'The ports have no grants, no audit log or no list of waiting questions.')
  return { grants, audit, waiting: pending.waiting.bind(pending) }
}

const someGrant = (grant_id: string, more: Partial<ApprovalGrant> = {}): ApprovalGrant => ({
  grant_id,
  rule: 'large payments',
  tool: 'pay',
  interaction_id: 'i',
  created: 1,
  ...more,
})

const seen = (interaction_id: string): AuditEntry => ({ type: 'seen', interaction_id, by: 'ann' })

const approvalBy = (role?: string) => ({
  approval: { tool_call_id: 'tc:1', tool: 'pay', rule: 'r', args_hash: 'h', ...(role === undefined ? {} : { role }) },
})

/** Commits an open question. */
async function openQuestion({ storage }: StorePorts, scope: Scope, more: Parameters<typeof someQuestion>[1] = {}): Promise<string> {
  const { run, commit } = await openRun(storage, scope, someRun())
  const question = someQuestion(run, more)
  await commit({ pending: [question] })
  return question.id
}

/** Cases of grants, the audit log and questions over all threads. */
export const approvalCases: CaseTable = {
  'grants are listed in the order in which they were stored, and a deleted one is gone': async ({ ports, scope }) => {
    const { grants } = portsOf(ports)
    deepStrictEqual(await grants.list(scope), [])
    await grants.put(scope, someGrant('b'))
    await grants.put(scope, someGrant('a', { thread_id: 't' }))
    await grants.put(scope, someGrant('b', { tool: 'transfer' }))
    deepStrictEqual(await grants.list(scope), [someGrant('b', { tool: 'transfer' }), someGrant('a', { thread_id: 't' })])
    strictEqual(await grants.delete(scope, 'b'), true)
    strictEqual(await grants.delete(scope, 'b'), false)
    deepStrictEqual(await grants.list(scope), [someGrant('a', { thread_id: 't' })])
  },
  'grants of other owners and tenants are neither listed nor deleted': async ({ ports, scope }) => {
    const { grants } = portsOf(ports)
    const others = [{ owner: { ...scope.owner, tenant: 'a' } }, someScope()]
    for (const name of hostileNames) await grants.put(scope, someGrant(name))
    for (const other of others) {
      deepStrictEqual(await grants.list(other), [])
      strictEqual(await grants.delete(other, hostileNames[0] ?? ''), false)
    }
    strictEqual((await grants.list(scope)).length, hostileNames.length)
  },
  'entries of an audit log are numbered from 1 and chained by their hashes': async ({ ports, scope }) => {
    const { audit } = portsOf(ports)
    const appended = [await audit.append(scope, seen('a')), await audit.append(scope, seen('b')), await audit.append(scope, seen('c'))]
    deepStrictEqual(
      appended.map(({ seq, prev }) => [seq, prev]),
      [
        [1, ''],
        [2, appended[0]?.hash],
        [3, appended[1]?.hash],
      ],
    )
    deepStrictEqual(await audit.read(scope, { after: 0, limit: 10 }), appended)
    deepStrictEqual(await audit.read(scope, { after: 1, limit: 1 }), [appended[1]])
    deepStrictEqual(await verifyAudit(appended), { ok: true, records: 3, head: appended[2]?.hash })
  },
  'entries that are appended at once have one order without gaps, and any text comes back unchanged': async ({ ports, scope }) => {
    const { audit } = portsOf(ports)
    const names = [...hostileNames, JSON.stringify(hostileJson()), 'nul \u0000', '\ud83d']
    await Promise.all([...names, ...names].map((name) => audit.append(scope, seen(name))))
    const log = await audit.read(scope, { after: 0, limit: 1_000 })
    const found = await verifyAudit(log)
    ok(found.ok, JSON.stringify(found))
    strictEqual(found.records, names.length * 2)
    const texts = log.flatMap(({ entry }) => (entry.type === 'seen' ? [entry.interaction_id] : []))
    deepStrictEqual([...texts].sort(), [...names, ...names].sort())
  },
  'verdicts of guardrails come back unchanged, in one chain with approvals': async ({ ports, scope }) => {
    const { audit } = portsOf(ports)
    const about = { run_id: 'r', thread_id: 't', step: 1 }
    const entries: AuditEntry[] = [
      { type: 'answer_checked', ...about, check: 'tone', target: 'answer', verdict: 'rewritten', reason: 'too rude', more: true },
      seen('a'),
      { type: 'answer_checked', ...about, check: 'tone', target: 'component', verdict: 'failed', reason: 'the check tone did not work' },
      { type: 'data_masked', ...about, counts: { email: 2, card: 0 } },
      { type: 'content_marked', ...about, tool: 'web', tool_call_id: 'tc:1', source: 'untrusted', findings: ['instructions', 'hidden_text'] },
    ]
    for (const entry of entries) await audit.append(scope, entry)
    const log = await audit.read(scope, { after: 0, limit: 10 })
    deepStrictEqual(
      log.map(({ entry }) => entry),
      entries,
    )
    ok((await verifyAudit(log)).ok)
  },
  'each owner and tenant has an audit log of its own': async ({ ports, scope }) => {
    const { audit } = portsOf(ports)
    const tenant = { owner: { ...scope.owner, tenant: 'a' } }
    await audit.append(scope, seen('a'))
    strictEqual((await audit.append(tenant, seen('b'))).seq, 1)
    deepStrictEqual(
      (await audit.read(scope, { after: 0, limit: 10 })).map(({ entry }) => entry),
      [seen('a')],
    )
  },
  'open questions of all threads wait for their owner, oldest first and no more than the limit': async ({ ports, scope }) => {
    const { waiting } = portsOf(ports)
    const ids = [await openQuestion(ports, scope), await openQuestion(ports, scope, approvalBy()), await openQuestion(ports, scope)]
    await openQuestion(ports, scope, { deadline: 1 })
    deepStrictEqual(
      (await waiting(scope, 10)).map(({ owner, record }) => [owner, record.id]),
      ids.map((id) => [scope.owner, id]),
    )
    strictEqual((await waiting(scope, 2)).length, 2)
    await ports.pending.answer(scope, ids[0] ?? '', 'hash', { result: 1 })
    deepStrictEqual(
      (await waiting(scope, 10)).map(({ record }) => record.id),
      ids.slice(1),
    )
    deepStrictEqual(await waiting(someScope(), 10), [])
  },
  'a question for a role waits for the people of the tenant who have it, and for nobody else': async ({ ports, scope }) => {
    const { waiting } = portsOf(ports)
    const tenant = scope.owner.id
    const asker = { owner: { ...scope.owner, tenant } }
    const id = await openQuestion(ports, asker, approvalBy('finance'))
    await openQuestion(ports, asker)
    const idsFor = async (owner: Scope['owner']) => (await waiting({ owner }, 10)).map(({ owner: by, record }) => [by.id, record.id])
    const boss = someScope(tenant).owner
    deepStrictEqual(await idsFor({ ...boss, roles: ['other', 'finance'] }), [[scope.owner.id, id]])
    for (const nobody of [
      boss,
      { ...boss, roles: ['sales'] },
      { ...someScope('other').owner, roles: ['finance'] },
      { ...someScope().owner, roles: ['finance'] },
    ])
      deepStrictEqual(await idsFor(nobody), [])
    strictEqual((await idsFor(asker.owner)).length, 2)
  },
}
