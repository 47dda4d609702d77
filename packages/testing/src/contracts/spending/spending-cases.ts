import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { Spending, SpendingReservation, SpendingStore, StorePorts } from '@pf/core'
import { hostileNames } from '../support/hostile.ts'
import { openRun, runResource, someScope, tryLease } from '../support/open-run.ts'
import { someRun } from '../support/some-events.ts'
import type { CaseTable } from '../support/to-cases.ts'

const none: Spending = { tokens: 0, cost: 0, ms: 0, model_calls: 0, tool_calls: 0 }
const some: Spending = { tokens: 1_000, cost: 2_500_000, ms: 30, model_calls: 1, tool_calls: 2 }

function times(count: number): Spending {
  return { tokens: 1_000 * count, cost: 2_500_000 * count, ms: 30 * count, model_calls: count, tool_calls: 2 * count }
}

function spendingOf({ spending }: StorePorts): SpendingStore {
  ok(spending, 'The ports have no spending store.')
  return spending
}

/** A request for `tokens` on accounts with one limit of tokens each. */
function wanting(run_id: string, tokens: number, limits: Record<string, number>, ttlMs = 600_000): SpendingReservation {
  const accounts = Object.entries(limits).map(([account, limit]) => ({ account, limits: { tokens: limit } }))
  return { run_id, accounts, spending: { tokens, model_calls: 1 }, ttlMs }
}

/** Cases of spending, which is written with the commits of runs. */
export const spendingCases: CaseTable = {
  'what commits spend adds up on their accounts, which are read in the wanted order': async ({ ports, scope }) => {
    const { commit } = await openRun(ports.storage, scope)
    const other = await openRun(ports.storage, scope)
    await commit({ spending: [{ account: 'a', spending: some }] })
    await commit({
      spending: [
        { account: 'b', spending: { ...none, cost: 7 } },
        { account: 'a', spending: some },
      ],
    })
    await other.commit({ spending: [{ account: 'a', spending: some }] })
    await commit({})
    deepStrictEqual(await spendingOf(ports).read(scope, ['b', 'unknown', 'a']), [{ ...none, cost: 7 }, none, times(3)])
  },
  'a commit that is refused spends nothing': async ({ ports, scope }) => {
    const run = someRun()
    const old = await tryLease(ports.storage, scope, runResource(run), 0)
    ok(old && (await tryLease(ports.storage, scope, runResource(run))))
    const spending = [{ account: 'a', spending: some }]
    strictEqual((await ports.storage.commit(scope, { run, lease: old, events: [], spending })).status, 'fenced')
    const { run: mine, lease } = await openRun(ports.storage, scope)
    const conflict = { run: mine, lease, events: [], state: { expect_version: 9, value: 1 }, spending }
    strictEqual((await ports.storage.commit(scope, conflict)).status, 'conflict')
    deepStrictEqual(await spendingOf(ports).read(scope, ['a']), [none])
  },
  'commits of many runs at once lose nothing': async ({ ports, scope }) => {
    const runs = await Promise.all(Array.from({ length: 8 }, () => openRun(ports.storage, scope)))
    const spending = ['b', 'a'].map((account) => ({ account, spending: some }))
    await Promise.all(
      runs.map(async ({ commit }, index) => {
        for (let turn = 0; turn < 5; turn += 1) await commit({ spending: index % 2 === 0 ? spending : [...spending].reverse() })
      }),
    )
    deepStrictEqual(await spendingOf(ports).read(scope, ['a', 'b']), [times(40), times(40)])
  },
  'accounts with any name, owners and tenants are kept apart': async ({ ports, scope }) => {
    const tenant = { owner: { ...scope.owner, tenant: 'a' } }
    const { commit } = await openRun(ports.storage, scope)
    for (const [index, account] of hostileNames.entries()) await commit({ spending: [{ account, spending: times(index + 1) }] })
    deepStrictEqual(
      await spendingOf(ports).read(scope, hostileNames),
      hostileNames.map((_, index) => times(index + 1)),
    )
    for (const other of [tenant, someScope()])
      deepStrictEqual(
        await spendingOf(ports).read(other, hostileNames),
        hostileNames.map(() => none),
      )
  },
  'two reservations are granted together only within the limit, and what is spent counts': async ({ ports, scope }) => {
    const { reserve } = spendingOf(ports)
    const { commit } = await openRun(ports.storage, scope)
    await commit({ spending: [{ account: 'a', spending: { ...none, tokens: 100 } }] })
    const granted = async (run_id: string, tokens: number) => (await reserve(scope, wanting(run_id, tokens, { a: 1_000 }))).granted
    strictEqual(await granted('first', 500), true)
    strictEqual(await granted('second', 401), false)
    strictEqual(await granted('second', 400), true)
    strictEqual(await granted('third', 1), false)
  },
  'a run that nobody competes with may reserve more than is left, until the limit is reached': async ({ ports, scope }) => {
    const { reserve } = spendingOf(ports)
    const { commit, run } = await openRun(ports.storage, scope)
    deepStrictEqual(await reserve(scope, wanting(run.run_id, 5_000, { a: 1_000, b: 9_000 })), { granted: true, spent: [none, none] })
    await commit({ spending: [{ account: 'a', spending: { ...none, tokens: 1_000 } }] })
    deepStrictEqual(await reserve(scope, wanting(run.run_id, 1, { b: 9_000, a: 1_000 })), { granted: false, spent: [none, { ...none, tokens: 1_000 }] })
  },
  'of many requests at once no more are granted than the limit has room for': async ({ ports, scope }) => {
    const { reserve } = spendingOf(ports)
    const results = await Promise.all(Array.from({ length: 20 }, (_, index) => reserve(scope, wanting(`run-${index}`, 300, { a: 1_000, b: 900 }))))
    strictEqual(results.filter(({ granted }) => granted).length, 3)
  },
  'a request replaces the reservation of its run, and a refused one ends it': async ({ ports, scope }) => {
    const { reserve } = spendingOf(ports)
    const granted = async (run_id: string, tokens: number) => (await reserve(scope, wanting(run_id, tokens, { a: 1_000 }))).granted
    strictEqual(await granted('first', 900), true)
    strictEqual(await granted('first', 200), true)
    strictEqual(await granted('second', 800), true)
    strictEqual(await granted('second', 801), false)
    strictEqual(await granted('first', 1_000), true)
  },
  'a commit that says what its run has spent, or that finishes it, ends the reservation of this run only': async ({ ports, scope }) => {
    const { reserve } = spendingOf(ports)
    const runs = await Promise.all([openRun(ports.storage, scope), openRun(ports.storage, scope)])
    const [first, second] = runs
    const granted = async (run_id: string, tokens: number) => (await reserve(scope, wanting(run_id, tokens, { a: 1_000 }))).granted
    for (const { run } of runs) strictEqual(await granted(run.run_id, 500), true)
    await first.write('still at work')
    strictEqual(await granted('third', 100), false)
    await first.commit({ spending: [{ account: 'a', spending: { ...none, tokens: 10 } }] })
    strictEqual(await granted('third', 490), true)
    strictEqual(await granted('fourth', 1), false)
    await second.finish()
    strictEqual(await granted('fourth', 500), true)
  },
  'a commit that is refused ends no reservation': async ({ ports, scope }) => {
    const { reserve } = spendingOf(ports)
    const { run, lease } = await openRun(ports.storage, scope)
    strictEqual((await reserve(scope, wanting(run.run_id, 1_000, { a: 1_000 }))).granted, true)
    const spending = [{ account: 'a', spending: some }]
    const refused = await ports.storage.commit(scope, { run, lease, events: [], state: { expect_version: 9, value: 1 }, spending })
    strictEqual(refused.status, 'conflict')
    strictEqual((await reserve(scope, wanting('other', 1, { a: 1_000 }))).granted, false)
  },
  'the reservation of a run that nobody continues ends by itself': async ({ ports, scope }) => {
    const { reserve } = spendingOf(ports)
    strictEqual((await reserve(scope, wanting('dead', 1_000, { a: 1_000 }, 1))).granted, true)
    for (let turn = 0; !(await reserve(scope, wanting('other', 1, { a: 1_000 }))).granted; turn += 1) {
      ok(turn < 500, 'The reservation did not end.')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  },
  'only units with a limit count, and each for itself': async ({ ports, scope }) => {
    const { reserve } = spendingOf(ports)
    const wanted = (run_id: string, spending: Partial<Spending>, limits: Partial<Spending>) =>
      reserve(scope, { run_id, accounts: [{ account: 'a', limits }], spending, ttlMs: 600_000 })
    strictEqual((await wanted('first', { tokens: 900, cost: 5 }, { tokens: 1_000, cost: 10 })).granted, true)
    strictEqual((await wanted('second', { tokens: 900, cost: 5 }, { cost: 10 })).granted, true)
    strictEqual((await wanted('third', { model_calls: 1 }, { tokens: 1_000, model_calls: 1 })).granted, true)
    strictEqual((await wanted('fourth', { model_calls: 1 }, { model_calls: 1 })).granted, false)
  },
  'reservations of owners, tenants and accounts with any name are kept apart': async ({ ports, scope }) => {
    const { reserve } = spendingOf(ports)
    for (const account of hostileNames) strictEqual((await reserve(scope, wanting(account, 10, { [account]: 10 }))).granted, true)
    for (const other of [{ owner: { ...scope.owner, tenant: 'a' } }, someScope()])
      for (const account of hostileNames) strictEqual((await reserve(other, wanting('other', 10, { [account]: 10 }))).granted, true)
    for (const account of hostileNames) strictEqual((await reserve(scope, wanting('other', 10, { [account]: 10 }))).granted, false)
  },
}
