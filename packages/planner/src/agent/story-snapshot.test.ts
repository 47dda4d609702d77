import { artifact } from '@pf/artifacts/zod'
import type { PlannerEvent, UncommittedEvent } from '@pf/core'
import { isRecord, mergeDeltas } from '@pf/core/internal'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../index.ts'
import { answer, call, createHarness, type Harness } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const sales = defineTool({
  name: 'sales',
  description: 'Sales of a quarter.',
  input: z.object({ quarter: z.number().int().min(1).max(4) }),
  output: z.object({ total: z.number(), rows: artifact(z.array(z.object({ month: z.string(), amount: z.number() }))) }),
  run: ({ quarter }, { progress }) => {
    progress({ fraction: 1, text: 'read' })
    return { total: 60, rows: [1, 2, 3].map((n) => ({ month: `month ${(quarter - 1) * 3 + n}`, amount: n * 10 })) }
  },
})

const story = {
  name: 'sales',
  match: () => true,
  reply: () => [
    { reasoning: 'I need the numbers first.', content: call('sales', { quarter: '2' }) },
    {
      content: call('render_component', {
        component: 'datagrid',
        props: { columns: [{ field: 'month' }, { field: 'amount' }], rows: { $artifact: 'sales.rows' } },
        id: 'sales',
      }),
    },
    { content: answer('Sales were 60 in the second quarter.', { confidence: 0.9, language: 'en' }) },
  ],
}

/** Returns the log with all deltas merged, because merging depends on the speed of the machine, and without values that depend on the size of the registry. */
function settled(events: readonly PlannerEvent[]) {
  const merged = mergeDeltas(events as unknown as UncommittedEvent[]).map(({ seq: _, ...event }: UncommittedEvent & { seq?: number }) => event)
  return merged.map((event) => {
    if (event.type === 'usage') return { ...event, input: 'TOKENS' }
    if (event.type === 'run_start') return { ...event, registry_version: 'VERSION', registry_digest: 'DIGEST' }
    if (event.type !== 'artifact_chunk' || !isRecord(event.chunk) || !isRecord(event.chunk.props)) return event
    return { ...event, chunk: { ...event.chunk, props: { rows: event.chunk.props.rows } }, meta: { ...event.meta, registry_version: 'VERSION' } }
  })
}

it('[004-prm-04] [004-evt-01] [004-evt-02] the whole event stream of one story', async () => {
  harness = await createHarness({ stories: [story], tools: [sales], reasoning: 'stream', richOutput: { enabled: true }, now: () => 1_000 })
  expect(settled(await harness.run('How were sales in Q2?'))).toMatchSnapshot()
})

it('[004-prm-04] the messages of the last model call of that story', async () => {
  harness = await createHarness({ stories: [story], tools: [sales], richOutput: { enabled: true } })
  await harness.run('How were sales in Q2?')
  expect(harness.server.requests.at(-1)?.conversation?.messages.slice(1)).toMatchSnapshot()
})

it('[004-prm-04] [000-prm-05] the system prompt without components', async () => {
  harness = await createHarness({ stories: [story], tools: [sales] })
  await harness.run('How were sales in Q2?')
  expect(harness.server.requests[0]?.conversation?.system).toMatchSnapshot()
})

it('the system prompt is the same bytes for every run and every agent of one configuration', async () => {
  const prompts: unknown[] = []
  for (const run_id of ['run-1', 'run-2']) {
    harness = await createHarness({ stories: [story], tools: [sales], richOutput: { enabled: true } })
    await harness.run('How were sales in Q2?', { run_id, thread_id: run_id })
    prompts.push(...harness.server.requests.map(({ conversation }) => conversation?.system))
    if (run_id === 'run-1') await harness.close()
  }
  expect(new Set(prompts).size).toBe(1)
})
