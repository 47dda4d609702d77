import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { Spending, SpendingStore, StorePorts } from '@pf/core'
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
}
