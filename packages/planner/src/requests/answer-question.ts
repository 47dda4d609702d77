import type { AnswerEnvelope, AnswerResult, InteractionRecord, InteractionRef, Scope } from '@pf/core'
import { settledOf } from '../questions/settled.ts'
import { handoverAlone } from '../segments/make-handover.ts'
import { readSaved, type SavedRun } from '../state/saved-run.ts'
import { claimPlace } from '../threads/claim-place.ts'
import type { Engine } from '../threads/engine.ts'
import { goOn } from '../threads/go-on.ts'
import { beginHanded, nextRunId } from '../threads/touch-thread.ts'
import { checkAnswer } from './check-answer.ts'
import { findQuestion } from './find-question.ts'

/** What an answer over a route of its own is about. */
export interface GivenAnswer {
  ref: InteractionRef
  envelope: AnswerEnvelope
  scope: Scope
}

/** Takes an answer: checked, then stored if it is the first, then the run goes on with it. */
export async function answerQuestion(engine: Engine, { ref, envelope, scope }: GivenAnswer): Promise<AnswerResult> {
  const { agent } = engine
  const record = await findQuestion(agent, scope, ref)
  if (!record) return { status: 'unknown' }
  const checked = await checkAnswer(agent, { scope, record, by: await askedBy(engine, scope, record) }, envelope)
  if (!checked.ok && (record.state === 'open' || checked.hash === '')) return { status: 'invalid', issues: checked.issues }
  const outcome = await agent.ports.pending.answer(scope, record.id, checked.hash, checked.ok ? checked.value : { result: null })
  if (outcome.status === 'accepted' || outcome.status === 'repeated')
    return { status: outcome.status, run_id: await continueAfter(engine, scope, outcome.record) }
  return outcome.status === 'gone' ? { status: 'gone' } : outcome
}

async function askedBy({ agent }: Engine, scope: Scope, { id, run_id }: InteractionRecord) {
  const run = await agent.ports.storage.load(scope, run_id)
  const waiting = run && readSaved(run.state)?.waiting
  return waiting?.asked?.id === id ? waiting.by : undefined
}

const tries = 100
const pauseMs = 20

/** Lets the run go on that waited for an answer, or finds the one that did. Waits for a run that is just being asked again under another id. */
async function continueAfter(engine: Engine, scope: Scope, { id, run_id }: InteractionRecord): Promise<string> {
  const { storage } = engine.agent.ports
  let current = run_id
  for (let attempt = 0; attempt < tries; attempt++) {
    const record = await storage.load(scope, current)
    const saved = record && readSaved(record.state)
    if (!record || !saved || record.finished) return current
    if (saved.status === 'moved' && saved.handover) {
      const next = await storage.load(scope, saved.handover.to)
      if (!next || next.last_seq === 0) await beginHanded(engine, scope, { kind: 'handed', record, saved })
      if (saved.handover.settled || saved.waiting?.asked?.id !== id) return saved.handover.to
      current = saved.handover.to
    } else if (saved.waiting?.asked?.id !== id || saved.settled) return current
    else {
      const started = saved.status === 'paused' ? await startAfter(engine, scope, { id, current, thread_id: record.thread_id, saved }) : undefined
      if (started !== undefined) return started
      await new Promise((done) => setTimeout(done, pauseMs))
    }
  }
  return current
}

async function startAfter(
  engine: Engine,
  scope: Scope,
  { id, current, thread_id, saved }: { id: string; current: string; thread_id: string; saved: SavedRun },
) {
  const to = nextRunId(engine, current, saved)
  const place = await claimPlace(engine, { scope, run_id: to, thread_id })
  if ('status' in place) return undefined
  const decide = async (newest: SavedRun) => handoverAlone(newest, { to, settled: settledOf(await engine.agent.ports.pending.get(scope, id)) })
  try {
    const went = await goOn(engine, { scope, paused: { run_id: current, thread_id }, to, place, decide })
    if (went.status === 'started') return to
    return place.leave(undefined)
  } catch (error) {
    place.leave(undefined)
    throw error
  }
}
