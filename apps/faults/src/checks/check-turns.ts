import { existsSync, readFileSync } from 'node:fs'
import type { FinalPayload, PlannerEvent, RunClient, Scope, StorePorts, WireEvent } from '@pf/core'
import type { Kind } from '../model/stories.ts'
import type { SeenRun, Turn } from '../model/turn.ts'

/** Whose runs these are. */
export const scope: Scope = { owner: { id: 'ann' } }

/** What was counted in the runs of a scenario. The counts of `lost` to `unfinished` have to be zero. */
export interface RunFigures {
  requests: number
  runs: number
  events: number
  /** Accepted requests and answers that are not stored, and events that a client did not see or that the log does not have. */
  lost: number
  /** Events that a client saw twice or that the log has twice. */
  doubled: number
  /** Calls that must not run twice and did. */
  calledTwice: number
  /** Runs without an end. */
  unfinished: number
  /** Answers that are not those of the scripted model. */
  wrong: number
  /** Runs that were continued by another process. */
  takenOver: number
  /** Runs that were ended because they had been taken over too often. */
  givenUp: number
  /** Calls whose outcome is unknown. */
  unknown: number
}

/** Figures and what exactly violates an invariant. */
export interface Report {
  figures: RunFigures
  violations: string[]
}

/** How long one run may take to be read, in milliseconds: one that has not ended is read until then. */
const readMs = 30_000

/** Reads all runs of a client again, as one that never lost its connection, ten at a time. Has to be called while a node serves. */
export async function readAgain(client: RunClient, turns: readonly Turn[]): Promise<Map<string, WireEvent[]>> {
  const again = new Map<string, WireEvent[]>()
  const ids = turns.flatMap(({ runs }) => runs.map(({ run_id }) => run_id))
  const read = async (run_id: string) => {
    const events: WireEvent[] = []
    try {
      for await (const event of client.attach(run_id, undefined, { signal: AbortSignal.timeout(readMs) })) events.push(event)
      again.set(run_id, events)
    } catch {
      // A run that cannot be read is found when the store is.
    }
  }
  const worker = async () => {
    for (let next = ids.shift(); next !== undefined; next = ids.shift()) await read(next)
  }
  await Promise.all(Array.from({ length: 10 }, worker))
  return again
}

/** Compares what clients saw, the stored logs and the ledger. */
export async function checkTurns(
  { events, pending, storage }: StorePorts,
  { turns, again, ledger }: { turns: readonly Turn[]; again: ReadonlyMap<string, WireEvent[]>; ledger: string },
): Promise<Report> {
  const counted = { takenOver: 0, givenUp: 0, unknown: 0, events: 0, runs: 0 }
  const faults = { lost: [], doubled: [], calledTwice: [], unfinished: [], wrong: [] } as Record<
    'lost' | 'doubled' | 'calledTwice' | 'unfinished' | 'wrong',
    string[]
  >
  const lines = existsSync(ledger) ? readFileSync(ledger, 'utf8').split('\n').filter(Boolean) : []
  for (const order of new Set(lines)) {
    const times = lines.filter((line) => line === order).length
    if (times > 1) faults.calledTwice.push(`${order} was charged ${times} times`)
  }
  for (const turn of turns) {
    if (turn.failure !== undefined) faults.lost.push(`the client of ${turn.kind} ${turn.order} failed: ${turn.failure}`)
    for (const run of turn.runs) {
      counted.runs += 1
      const record = await storage.load(scope, run.run_id)
      if (!record) {
        if (turn.leftAlone || run.events.length > 0) faults.lost.push(`${run.run_id} was accepted and is not stored`)
        continue
      }
      const log = await readLog(events, run.run_id, record.last_seq)
      counted.events += log.length
      counted.takenOver += log.filter((event) => event.type === 'warning' && event.code === 'taken_over').length
      counted.unknown += log.filter((event) => event.type === 'tool_call_result' && event.status === 'unknown').length
      checkLog(run.run_id, log, faults)
      if (!turn.leftAlone) compare(run, again.get(run.run_id) ?? [], faults)
    }
    const last = turn.runs.at(-1)
    if (!last) continue
    const end = (await readLog(events, last.run_id, Number.MAX_SAFE_INTEGER)).findLast((event) => event.type === 'finish')
    if (end?.reason === 'error') counted.givenUp += 1
    else if (end && end.reason !== 'paused') checkAnswer(turn, end.payload, { lines, faults })
    const { answered } = turn
    const question = answered && (await pending.get(scope, answered.interaction_id))
    if (answered && JSON.stringify(question?.value) !== JSON.stringify({ city: answered.city }))
      faults.lost.push(`the answer of ${turn.order} was accepted and is not stored: ${JSON.stringify(question)}`)
  }
  for (const { run_id } of (await storage.abandoned?.(1_000)) ?? []) faults.unfinished.push(`${run_id} waits for a process that continues it`)
  const { lost, doubled, calledTwice, unfinished, wrong } = faults
  const figures = {
    requests: turns.length,
    ...counted,
    lost: lost.length,
    doubled: doubled.length,
    calledTwice: calledTwice.length,
    unfinished: unfinished.length,
    wrong: wrong.length,
  }
  return { figures, violations: [...lost, ...doubled, ...calledTwice, ...unfinished, ...wrong] }
}

type Faults = Record<'lost' | 'doubled' | 'calledTwice' | 'unfinished' | 'wrong', string[]>

/** The stored events of a run, or those that come before it waits for more. */
async function readLog(events: StorePorts['events'], run_id: string, upTo: number): Promise<PlannerEvent[]> {
  const log: PlannerEvent[] = []
  const last = Math.min(upTo, await events.last(scope, run_id))
  if (last === 0) return log
  for await (const event of events.read(scope, run_id, 0)) {
    log.push(event)
    if (event.seq >= last) break
  }
  return log
}

function checkLog(run_id: string, log: readonly PlannerEvent[], { lost, doubled, unfinished }: Faults): void {
  for (const [index, { seq }] of log.entries()) {
    if (seq > index + 1) return void lost.push(`${run_id} has no event ${index + 1}`)
    if (seq < index + 1) return void doubled.push(`${run_id} has the event ${seq} twice`)
  }
  const starts = log.filter(({ type }) => type === 'run_start').length
  if (starts !== 1) doubled.push(`${run_id} begins ${starts} times`)
  const ends = log.filter((event) => event.type === 'finish' && event.reason !== 'paused').length
  if (ends > 1) doubled.push(`${run_id} ends ${ends} times`)
  if (log.at(-1)?.type !== 'finish') unfinished.push(`${run_id} has no end`)
}

/** What a client saw has to be what one sees that reads the whole log in one connection. */
function compare({ run_id, events }: SeenRun, whole: readonly WireEvent[], { lost, doubled }: Faults): void {
  const ids = events.map(({ id }) => id)
  const twice = ids.filter((id, index) => id !== undefined && ids.indexOf(id) !== index)
  if (twice.length > 0) doubled.push(`the client of ${run_id} saw ${twice.join(', ')} twice`)
  const missing = whole.filter(({ id }) => !ids.includes(id))
  if (missing.length > 0) lost.push(`the client of ${run_id} did not see ${missing.map(({ id }) => id).join(', ')}`)
  if (twice.length === 0 && missing.length === 0 && JSON.stringify(events) !== JSON.stringify(whole)) lost.push(`the client of ${run_id} saw other events`)
}

/** What an answer begins with, in a run in which no outcome is unknown. */
const beginnings: Record<Kind, (turn: Turn) => string> = {
  answer: ({ order }) => `answered ${order} ${order}/0 `,
  charge: ({ order }) => `charged ${order}`,
  form: ({ order, answered }) => `city ${order} ${answered?.city}`,
  plan: ({ order }) => `planned ${order}`,
  order: ({ order, answered }) => `city ${order} ${answered?.city} charged`,
  figure: ({ order }) => `shown ${order}`,
  endless: ({ order }) => `${order}/0 `,
  long: ({ order }) => `long ${order} ${order}/0 `,
}

function checkAnswer(turn: Turn, { raw_answer }: FinalPayload, { lines, faults }: { lines: string[]; faults: Faults }): void {
  const known = beginnings[turn.kind](turn)
  const unknown = known.replace(/^(charged|planned)|charged$/, 'unknown')
  if (!raw_answer.startsWith(known) && !raw_answer.startsWith(unknown)) faults.wrong.push(`${turn.kind} ${turn.order} was answered ${raw_answer}`)
  const charges = ['charge', 'plan', 'order'].includes(turn.kind)
  if (charges && raw_answer.startsWith(known) && !lines.includes(turn.order)) faults.lost.push(`${turn.order} was said to be charged and is not in the ledger`)
}
