import { describe, expect, it } from 'vitest'
import { snapshotState, takeStepCommit } from './commit-step.ts'
import type { Run } from './run.ts'

/** Returns a run with this state whose segment has collected values. */
function runWith(state: object): Run {
  return {
    state: { version: 5, in_flight: [], ...state },
    segment: {
      collector: { snapshot: () => 'artifacts' },
      components: { budget: { spent: 7 }, inline: { inlined: 3 }, list: () => [] },
      threadEntries: ['entry'],
      storedArtifacts: ['artifact'],
    },
  } as unknown as Run
}

describe('the stored state of a run', () => {
  it('has the status, the artifacts and the component budget of the segment', () => {
    const expected = { version: 5, in_flight: [], artifacts: 'artifacts', components: { spent: 7, inlined: 3 } }
    expect(snapshotState(runWith({}))).toStrictEqual({ ...expected, status: 'running' })
    expect(snapshotState(runWith({ status: 'running' }), 'paused')).toStrictEqual({ ...expected, status: 'paused' })
  })

  it('has used nothing of a budget that does not exist', () => {
    const run = runWith({})
    Object.assign(run.segment.components, { budget: undefined })
    expect(snapshotState(run)).toMatchObject({ components: { spent: 0, inlined: 3 } })
  })

  it('has the props of components as the model wrote them, without those that it may not see', () => {
    const run = runWith({})
    Object.assign(run.segment.components, { list: () => [{ id: 'm', written: { value: 5 } }, { id: 'hidden' }] })
    expect(snapshotState(run)).toMatchObject({ components: { spent: 7, inlined: 3, written: [{ id: 'm', props: { value: 5 } }] } })
  })

  it('does not change when a call begins later', () => {
    const run = runWith({ in_flight: [{ tool_call_id: 'a' }] })
    const stored = snapshotState(run)
    run.state.in_flight.push({ tool_call_id: 'b', tool: 't', args: {} })
    expect(stored).toMatchObject({ in_flight: [{ tool_call_id: 'a' }] })
    expect((stored as { in_flight: unknown[] }).in_flight).toHaveLength(1)
  })

  it('keeps the outputs of a plan up to 4,000,000 characters in total, and null for the others', () => {
    const outputs = ['a'.repeat(3_000_000), null, 'b'.repeat(2_000_000), { c: 'c' }]
    const stored = snapshotState(runWith({ planned: { plan_id: 'p', outputs } }))
    expect(stored).toMatchObject({ planned: { plan_id: 'p', outputs: [outputs[0], null, null, { c: 'c' }] } })
    expect(outputs[2]).toHaveLength(2_000_000)
    const justEnough = snapshotState(runWith({ planned: { outputs: ['a'.repeat(3_999_998)] } }))
    expect((justEnough as { planned: { outputs: unknown[] } }).planned.outputs).not.toEqual([null])
    const tooMany = snapshotState(runWith({ planned: { outputs: ['a'.repeat(2_500_000), 'b'.repeat(2_500_000), 'c'.repeat(1_000_000)] } }))
    expect((tooMany as { planned: { outputs: unknown[] } }).planned.outputs.map((output) => output !== null)).toEqual([true, false, true])
  })
})

it('the commit of a step takes the thread entries and the artifacts once', () => {
  const run = runWith({})
  expect(takeStepCommit(run, 'paused')).toMatchObject({ state: { status: 'paused' }, thread: ['entry'], artifacts: ['artifact'] })
  expect(takeStepCommit(run)).toMatchObject({ state: { status: 'running' }, thread: [], artifacts: [] })
})
