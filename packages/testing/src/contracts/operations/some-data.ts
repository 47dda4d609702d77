import type { Scope, StorePorts } from '@pf/core'
import { openRun, type RunWriter, takeLease } from '../support/open-run.ts'
import { someLine, someQuestion } from '../support/some-events.ts'
import { openGroup } from '../support/some-tasks.ts'

/** Spending that `storeSomething` adds to an owner. */
export const someSpending = { tokens: 1_000, cost: 2_500_000, ms: 30, model_calls: 1, tool_calls: 2 }

/** One item of every kind that an owner can have. */
export interface SomeData {
  run: RunWriter
  question_id: string
  draft_id: string
  artifact_id: string
  group_id: string
  grant_id: string
}

/**
 * Stores one item of every kind: a finished run with a question, an entry of the conversation and spending, a draft, an artifact with its
 * bytes, a group with a task, a grant, an entry of the audit log, a used rate limit, a reservation, and a lease. Kinds for which the store has no port are
 * omitted.
 */
export async function storeSomething(ports: StorePorts, scope: Scope): Promise<SomeData> {
  const { storage, drafts, artifacts, tasks, grants, audit, rateLimits, spending } = ports
  const run = await openRun(storage, scope)
  const { run_id, thread_id } = run.run
  const question = someQuestion(run.run)
  await run.write('first', 'second \u0000 \ud800')
  await run.commit({
    state: { expect_version: 0, value: { step: 1 } },
    pending: [question],
    thread: [someLine(run.run, 'hello')],
    spending: [{ account: 'owner', spending: someSpending }],
  })
  await run.finish()
  const draft_id = `draft of ${run_id}`
  const texts = { artifact_draft_text: 'text', user_text: '', artifact_final_text: null }
  await drafts?.save(scope, { draft_id, state: 'draft', version: 1, ...texts, versions: [], run_id }, 0)
  const { artifact_id } = await artifacts.put(scope, new Uint8Array(10), { media_type: 'text/plain', source_tool: 'tool', run_id })
  const group = tasks && openGroup(tasks, scope, { thread_id })
  await group?.join()
  const grant_id = `grant of ${run_id}`
  await grants?.put(scope, { grant_id, rule: 'rule', tool: 'tool', interaction_id: question.id, created: 1 })
  await audit?.append(scope, { type: 'seen', interaction_id: question.id, by: scope.owner.id })
  await rateLimits?.take(scope, 'requests', { burst: 1, perMinute: 1 })
  await spending?.reserve(scope, { run_id: `other than ${run_id}`, accounts: [{ account: 'owner', limits: {} }], spending: someSpending, ttlMs: 600_000 })
  await takeLease(storage, scope, { kind: 'draft', draft_id })
  return { run, question_id: question.id, draft_id, artifact_id, group_id: group?.group_id ?? '', grant_id }
}
