import { PfError } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { createGuardedAnswer } from '../hooks/guarded-answer.ts'
import { createAnswerView } from '../log/answer-view.ts'
import { createOpenItems, type EventDraft } from '../log/open-items.ts'
import { Fenced, type StepCommit } from '../log/run-writer-options.ts'
import type { Outcome } from '../run/outcome.ts'
import type { Run } from '../run/run.ts'
import { fullState } from '../test-support/full-state.ts'
import { createComponentFailures } from '../tools/component-failures.ts'
import { finishRun } from './finish-run.ts'

interface RunOptions {
  state?: object
  /** The hook `onAnswerDelta`. */
  onAnswerDelta?: () => unknown
  /** Throws for a commit that the store refuses. */
  check?: (events: EventDraft[], extra: StepCommit) => void
}

/** Creates a run in its second step that has collected an artifact and a source, and returns everything that it commits. */
function runOf({ state, onAnswerDelta, check }: RunOptions = {}) {
  const commits: (StepCommit & { events: EventDraft[] })[] = []
  const queue: EventDraft[] = []
  const stop = new AbortController()
  const open = createOpenItems()
  const writer = {
    open,
    emit: (event: EventDraft) => void queue.push(event),
    commit: async (extra: StepCommit = {}) => {
      const events = queue.splice(0)
      check?.(events, extra)
      for (const event of events) open.observe({ ts: 0, ...event } as never)
      if (events.length > 0 || Object.keys(extra).length > 0) commits.push({ ...extra, events })
    },
  }
  const hook = onAnswerDelta && { run: onAnswerDelta, guard: true, timeoutMs: 1_000, tools: undefined }
  const agent = {
    provenance: 'off',
    answerChecks: [],
    checks: hook ? { onAnswerDelta: hook } : {},
    hooks: { onLog: () => undefined },
    now: () => 5,
    ports: { storage: {} },
  }
  const { waiting: _, resolution: __, planned: ___, handover: ____, last_observation: _____, ...saved } = fullState()
  const ids = { runId: 'r', threadId: 't', messageId: 't:r', traceId: 'trace' }
  const base = { ...ids, scope: { owner: { id: 'ada' } }, agent, state: { ...saved, status: 'running', ...state }, emit: writer.emit }
  const segment = {
    writer,
    signal: stop.signal,
    collector: { getAll: () => ({ find: { rows: 1 } }), snapshot: () => 'artifacts' },
    components: { budget: { spent: 1 }, inline: { inlined: 2 }, list: () => [{ id: 'm', written: { value: 5 } }, { id: 'hidden' }] },
    threadEntries: [{ id: 'e' }],
    failures: createComponentFailures(),
    storedArtifacts: [{ artifact_id: 'a' }],
  }
  const answer = createGuardedAnswer(createAnswerView(base as never), { ...base, segment } as never)
  const run = { ...base, segment: { ...segment, answer } } as unknown as Run
  const events = () => commits.flatMap((commit) => commit.events)
  return { run, stop, commits, events, finish: () => events().find((event) => event.type === 'finish') }
}

/** Returns the finish of a run with this outcome, after the run has shown `shown`. */
async function finishOf(outcome: Outcome, { shown = '', ...options }: RunOptions & { shown?: string } = {}) {
  const { run, finish } = runOf(options)
  run.segment.answer.append(shown)
  await finishRun(run, outcome)
  return finish()
}

const answered: Outcome = { reason: 'answer', args: { answer: 'Yes.' } }
const collected = { artifacts: { find: { rows: 1 } }, sources: [{ title: 'Docs' }], warnings: ['A list was shortened.'] }

describe('the finish of an answer', () => {
  it('is committed with the state, the thread and the artifacts of the last step', async () => {
    const { run, commits } = runOf()
    await finishRun(run, answered)
    const last = commits.at(-1)
    expect(last?.events.map(({ type }) => type)).toEqual(['finish'])
    expect(last).toMatchObject({
      state: { status: 'running', step: 2, artifacts: 'artifacts' },
      thread: [{ id: 'e' }, { id: 't:r', role: 'assistant', run_id: 'r', text: 'Yes.', ts: 5 }],
      artifacts: [{ artifact_id: 'a' }],
      events: [{ reason: 'answer', payload: { raw_answer: 'Yes.', route: null, ...collected } }],
    })
    expect(last?.events[0]).not.toHaveProperty('error')
  })

  it('comes after the answer as text, which is sent once', async () => {
    for (const shown of ['', 'Yes.']) {
      const { run, events } = runOf()
      run.segment.answer.append(shown)
      await finishRun(run, answered)
      expect(events()).toMatchObject([{ text: 'Yes.', done: false }, { text: '', done: true }, { type: 'finish' }])
    }
  })

  it('has the route, the score and the warnings of the outcome', async () => {
    const more: Outcome = { ...answered, route: 'refusal', requires_followup: true, reflection: 0.5, warnings: ['A list was shortened.', 'Late.'] }
    expect(await finishOf(more)).toMatchObject({
      payload: { route: 'refusal', requires_followup: true, confidence: 0.5, warnings: ['A list was shortened.', 'Late.'] },
    })
    expect(await finishOf({ ...answered, requires_followup: false, args: { answer: 'Yes.', requires_followup: true } })).toMatchObject({
      payload: { requires_followup: false },
    })
    expect(await finishOf({ reason: 'answer', answer: 'No.', route: 'refusal' })).toMatchObject({ payload: { raw_answer: 'No.', route: 'refusal' } })
  })

  it('has nothing of the run where the outcome is bare', async () => {
    expect(await finishOf({ ...answered, bare: true }, { state: { last_observation: 'Found.' } })).toMatchObject({ payload: { artifacts: {}, sources: [] } })
    const bare = await finishOf({ reason: 'deadline', bare: true }, { state: { last_observation: 'Found.' } })
    expect(JSON.stringify(bare)).not.toContain('Found.')
  })

  it('has no error of its own', async () => {
    expect(await finishOf({ ...answered, error: new PfError('network', 'Gone.') })).not.toHaveProperty('error')
  })
})

describe('the finish of a run without an answer', () => {
  const error = new PfError('deadline', 'Too late.')

  it.each(['cancelled', 'deadline', 'budget_exhausted', 'error'] as const)('keeps the text that was shown after %s', async (reason) => {
    const finish = await finishOf({ reason, error }, { shown: 'Half' })
    expect(finish).toMatchObject({ reason, payload: { raw_answer: 'Half' }, error: { code: 'deadline', message: 'Too late.', trace_id: 'trace' } })
  })

  it('keeps none of it where the user is asked', async () => {
    const finish = await finishOf({ reason: 'no_path', answer: 'Which one?', error }, { shown: 'Half' })
    expect(finish).toMatchObject({ payload: { raw_answer: 'Which one?', route: 'clarification' }, error: { code: 'deadline' } })
  })

  it('shows the last observation', async () => {
    const state = { last_observation: 'Found.' }
    for (const reason of ['deadline', 'budget_exhausted', 'error'] as const)
      expect(await finishOf({ reason, error }, { state })).toMatchObject({ payload: { raw_answer: 'Found.' } })
    expect(await finishOf({ reason: 'error', error }, {})).not.toMatchObject({ payload: { raw_answer: 'Found.' } })
  })

  it('shows no observation of an error that a hook would check', async () => {
    const options = { state: { last_observation: 'Found.' }, onAnswerDelta: () => ({ verdict: 'pass' }) }
    expect(await finishOf({ reason: 'error', error }, options)).not.toMatchObject({ payload: { raw_answer: 'Found.' } })
    expect(await finishOf({ reason: 'deadline', error }, options)).toMatchObject({ payload: { raw_answer: 'Found.' } })
  })

  it('streams its sentence only where that is an answer', async () => {
    const textsOf = async (outcome: Outcome, state = {}) => {
      const { run, events } = runOf({ state })
      await finishRun(run, outcome)
      return events().flatMap((event) => (event.type === 'llm_stream_chunk' && event.text !== '' ? [event.text] : []))
    }
    expect(await textsOf({ reason: 'no_path', answer: 'Which one?' })).toEqual(['Which one?'])
    expect(await textsOf({ reason: 'deadline' }, { last_observation: 'Found.' })).toEqual(['Found.'])
    for (const reason of ['deadline', 'budget_exhausted', 'error', 'cancelled'] as const) expect(await textsOf({ reason })).toEqual([])
  })
})

describe('what a hook does to an answer', () => {
  it('replaces it, unless it was approved already', async () => {
    const onAnswerDelta = () => ({ verdict: 'replace', text: '***', reason: 'r' })
    expect(await finishOf(answered, { onAnswerDelta })).toMatchObject({ payload: { raw_answer: '***' } })
    expect(await finishOf({ ...answered, admitted: true }, { onAnswerDelta })).toMatchObject({ payload: { raw_answer: 'Yes.' } })
    expect(await finishOf({ reason: 'no_path', answer: 'Which one?' }, { onAnswerDelta })).toMatchObject({ payload: { raw_answer: 'Which one?' } })
  })

  it('stops the run, which then ends as a refusal without what was shown', async () => {
    const { run, events, finish } = runOf({ onAnswerDelta: () => ({ verdict: 'stop', reason: 'No.', message: 'Not here.' }) })
    await finishRun(run, answered)
    expect(finish()).toMatchObject({ reason: 'answer', payload: { raw_answer: 'Not here.', route: 'refusal', artifacts: {} } })
    expect(events().filter(({ type }) => type === 'finish')).toHaveLength(1)
  })
})

describe('a finish that cannot be written', () => {
  const failing = (error: Error, times = 1) => {
    let left = times
    return (events: EventDraft[]) => {
      if (events.some(({ type }) => type === 'finish') && left-- > 0) throw error
    }
  }

  it('is replaced by one with the error alone', async () => {
    const { run, commits, finish } = runOf({ check: failing(new PfError('too_large', 'Too large.')) })
    await finishRun(run, answered)
    expect(finish()).toMatchObject({ reason: 'error', payload: { artifacts: {} }, error: { code: 'too_large', trace_id: 'trace' } })
    expect(commits.at(-1)).not.toHaveProperty('state')
  })

  it('has the code internal for an error of the program', async () => {
    const { run, finish } = runOf({ check: failing(new TypeError('Broken.')) })
    await finishRun(run, answered)
    expect(finish()).toMatchObject({ error: { code: 'internal' } })
    expect(JSON.stringify(finish())).not.toContain('Broken.')
  })

  it('rejects when the replacement fails too, and at once when the lease is lost', async () => {
    const twice = runOf({ check: failing(new PfError('store_failed', 'Down.'), 2) })
    await expect(finishRun(twice.run, answered)).rejects.toMatchObject({ code: 'store_failed' })
    const fenced = runOf({ check: failing(new Fenced()) })
    await expect(finishRun(fenced.run, answered)).rejects.toBeInstanceOf(Fenced)
    expect(fenced.finish()).toBeUndefined()
  })

  it('does not depend on the events before it', async () => {
    const { run, finish } = runOf({ check: (events) => expect(events.some(({ type }) => type === 'warning')).toBe(false) })
    run.emit({ type: 'warning', code: 'c', text: 't' })
    await finishRun(run, answered)
    expect(finish()).toMatchObject({ reason: 'answer' })
  })

  it('ends with the reason of the signal when that aborted the answer', async () => {
    const cancelled = new PfError('cancelled', 'Cancelled.')
    const { run, stop, finish } = runOf({ check: failing(cancelled) })
    stop.abort(cancelled)
    await finishRun(run, answered)
    expect(finish()).toMatchObject({ reason: 'cancelled', error: { code: 'cancelled' } })
  })
})

describe('a pause', () => {
  const { waiting } = fullState()
  const paused: Outcome = { reason: 'paused' }

  it('is committed with its question and a state without calls in flight', async () => {
    const { run, commits } = runOf({ state: { waiting } })
    for (const tool_call_id of ['tc:run-1:2', 'tc:run-1:2:2', 'other'])
      run.emit({ type: 'tool_call_start', step: 2, tool_call_id, name: 'drop', interactive: false, owner: 'server' })
    await finishRun(run, paused)
    expect(commits.at(-1)).toMatchObject({
      state: { status: 'paused', in_flight: [] },
      pending: [{ id: 'q1', run_id: 'r', thread_id: 't', created: 10, state: 'open' }],
      thread: [{ id: 'e' }],
      artifacts: [{ artifact_id: 'a' }],
      events: [
        { type: 'tool_call_end', tool_call_id: 'other' },
        { type: 'tool_call_result', tool_call_id: 'other' },
        { type: 'pause', step: 2, interactions: [{ id: 'q1' }] },
        { type: 'finish', reason: 'paused' },
      ],
    })
  })

  it('for a call of the front end asks nothing', async () => {
    const { asked: _, ...call } = waiting ?? expect.fail()
    const { run, commits } = runOf({ state: { waiting: call } })
    await finishRun(run, paused)
    expect(commits.at(-1)).toMatchObject({ pending: [], events: [{ type: 'finish', reason: 'paused' }] })
  })

  it('gives way to a cancellation, and to an error where nothing waits', async () => {
    const { run, stop, finish } = runOf({ state: { waiting } })
    stop.abort(new PfError('cancelled', 'Cancelled.'))
    await finishRun(run, paused)
    expect(finish()).toMatchObject({ reason: 'cancelled' })
    expect(await finishOf(paused)).toMatchObject({ reason: 'error', error: { code: 'internal' } })
  })

  it('of a run that has lost its lease writes nothing', async () => {
    const { run, stop, finish } = runOf({ state: { waiting } })
    stop.abort(new Fenced())
    await expect(finishRun(run, paused)).rejects.toBeInstanceOf(Fenced)
    expect(finish()).toBeUndefined()
  })
})
