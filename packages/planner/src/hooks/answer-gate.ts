import type { AuditEntry } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { AnswerCheckInput, CheckedTarget, CompiledAnswerCheck } from '../guardrails/answer-check.ts'
import { createTextSplitter } from '../guardrails/split-text.ts'
import { isInstanceOf, thrownMessage } from '../util/thrown-message.ts'
import { callHook, emitVerdict, type HookedRun, logFault, stopped } from './ask-hook.ts'
import { oneLine } from './read-verdict.ts'

/** Passes a text through all answer checks, in their order, before it is sent. */
export interface AnswerGate {
  /** Resolves to the approved text of all parts that are complete; with `done`, of the rest too. Rejects with AnswerRefused. */
  pass(run: HookedRun, text: string, done: boolean): Promise<string>
  /** Forgets text that was not passed on. The next text is a new one. */
  reset(): void
}

/** Thrown when a check refuses a part of a text, or does not work. */
export class AnswerRefused extends Error {
  override readonly name = 'AnswerRefused'
  readonly reason: string
  /** The answer for the user. */
  readonly answer: string | undefined

  constructor(reason: string, answer?: string) {
    super('A check refused a text.')
    this.reason = reason
    this.answer = answer
  }
}

/** Maximum number of records of one check and one text in the audit log. */
const maxRecords = 20
const maxBefore = 2_000

/** Creates the gate of one text; undefined without checks. */
export function createAnswerGate(checks: readonly CompiledAnswerCheck[], target: CheckedTarget): AnswerGate | undefined {
  if (checks.length === 0) return undefined
  const stages = checks.map((check) => createStage(check, target))
  return {
    async pass(run, text, done) {
      let passed = text
      for (const stage of stages) passed = await stage.pass(run, passed, done)
      return passed
    },
    reset: () => {
      for (const stage of stages) stage.reset()
    },
  }
}

/** Resolves to the approved text. Rejects with RunStopped if a check refuses, because the answer must then end. */
export async function passGate(run: HookedRun, gate: AnswerGate | undefined, { text, done }: { text: string; done: boolean }): Promise<string> {
  return gate ? orStop(run, gate.pass(run, text, done)) : text
}

/** Resolves to what `checked` resolves to. Rejects with RunStopped in place of AnswerRefused. */
export async function orStop<Value>(run: HookedRun, checked: Promise<Value>): Promise<Value> {
  try {
    return await checked
  } catch (error) {
    if (!isInstanceOf(error, AnswerRefused)) throw error
    throw stopped(run, 'onAnswerDelta', { reason: error.reason, ...(error.answer === undefined ? {} : { message: error.answer }) })
  }
}

type Verdict = { verdict: 'allow' } | { verdict: 'rewrite' | 'refuse' | 'fail'; text: string; reason: string; message?: string }

function createStage(check: CompiledAnswerCheck, target: CheckedTarget): AnswerGate {
  const splitter = createTextSplitter(check.by, check.maxChars)
  let before = ''
  let records = 0
  let isReported = false
  const record = async (run: HookedRun, verdict: Extract<AuditEntry, { type: 'answer_checked' }>['verdict'], reason: string) => {
    if (records === maxRecords) return
    records += 1
    const about = { run_id: run.runId, thread_id: run.threadId, step: run.state.step, check: check.name, target, verdict, reason }
    await run.agent.ports.audit?.append(run.scope, { type: 'answer_checked', ...about, ...(records === maxRecords ? { more: true } : {}) })
  }
  const approve = async (run: HookedRun, text: string): Promise<string> => {
    if (text.trim() === '') return text
    const judged = await ask(run, check, { text, before, target })
    if (judged.verdict === 'allow') return text
    if (judged.verdict === 'rewrite') {
      await record(run, 'rewritten', judged.reason)
      if (!isReported) emitVerdict(run, 'onAnswerDelta', { verdict: 'replaced', text: `the check ${check.name} rewrote a part of a text (${judged.reason})` })
      isReported = true
      return judged.text
    }
    await record(run, judged.verdict === 'refuse' ? 'refused' : 'failed', judged.reason)
    throw new AnswerRefused(judged.reason, judged.message)
  }
  const reset = () => {
    splitter.reset()
    before = ''
  }
  return {
    async pass(run, text, done) {
      let approved = ''
      for (const part of done ? [...splitter.feed(text), ...splitter.finish()] : splitter.feed(text)) {
        const passed = await approve(run, part)
        approved += passed
        before = (before + passed).slice(-maxBefore).toWellFormed()
      }
      if (done) before = ''
      return approved
    },
    reset,
  }
}

/** Calls a check. A check that does not work refuses. Throws the abort reason of the run if it ends meanwhile. */
async function ask(run: HookedRun, check: CompiledAnswerCheck, input: Pick<AnswerCheckInput, 'text' | 'before' | 'target'>): Promise<Verdict> {
  let fault = 'it did not return a verdict'
  try {
    const given = await callHook(run, { hook: { run: check.check as (input: unknown) => unknown, timeoutMs: check.timeoutMs }, input })
    const verdict = readVerdict(given)
    if (verdict) return verdict
  } catch (thrown) {
    if (run.segment.signal.aborted) throw run.segment.signal.reason
    fault = thrownMessage(thrown)
  }
  logFault(run, `The check ${check.name} failed: ${fault}`)
  return { verdict: 'fail', text: '', reason: `the check ${check.name} did not work` }
}

/** Reads each member once. May throw for hostile values. */
function readVerdict(given: unknown): Verdict | undefined {
  if (given === undefined || given === null) return { verdict: 'allow' }
  if (!isRecord(given)) return undefined
  const { verdict, text, reason, message } = given
  if (verdict === 'allow') return { verdict }
  if (verdict === 'rewrite') return typeof text === 'string' ? { verdict, text: text.toWellFormed(), reason: oneLine(reason) } : undefined
  if (verdict !== 'refuse') return undefined
  return { verdict, text: '', reason: oneLine(reason), ...(typeof message === 'string' && message.trim() !== '' ? { message: message.toWellFormed() } : {}) }
}
