import type { AnswerView } from '../log/answer-view.ts'
import { createAnswerGate, passGate } from './answer-gate.ts'
import { askHook, closed, emitVerdict, type HookedRun } from './ask-hook.ts'

/** An answer that a hook and the answer checks approve before any part of it is sent. */
export interface GuardedAnswer extends AnswerView {
  /** True while text waits for `pass`. */
  readonly waits: boolean
  /** Makes the shown text equal to the answer of the model. With a hook or a check, `admit` does this later. */
  complete(whole: string): void
  /** Like `complete`, for text that the hook has approved. */
  completeAdmitted(whole: string): void
  /** Passes the text since the last call to the hook, and shows the approved part. Rejects with RunStopped. */
  pass(): Promise<void>
  /** Resolves to the approved part of the complete answer, which is then shown. Without a hook and checks, resolves to the answer and shows nothing. */
  admit(whole: string): Promise<string>
}

const never = new AbortController().signal

/** Creates a view whose text the hook `onAnswerDelta` checks first, and then the answer checks. */
export function createGuardedAnswer(view: AnswerView, run: HookedRun): GuardedAnswer {
  const gate = createAnswerGate(run.agent.answerChecks, 'answer')
  const guarded = run.agent.checks.onAnswerDelta !== undefined || gate !== undefined
  let held = ''
  let raw = ''
  let replacementReported = false
  const forget = () => {
    held = ''
    raw = ''
    replacementReported = false
    gate?.reset()
  }
  const ask = async (done: boolean) => {
    const text = held
    held = ''
    raw += text
    // A run whose signal has aborted may still send text.
    const judging = run.segment.signal.aborted ? { ...run, segment: { signal: never } } : run
    const judged = await askHook(judging, 'onAnswerDelta', { text, answer: raw, shown: view.text, done })
    if (judged.verdict === 'failed') throw closed(run, 'onAnswerDelta', judged.reason)
    if (judged.verdict === 'replace' && judged.text !== text && !replacementReported) {
      replacementReported = true
      emitVerdict(run, 'onAnswerDelta', { verdict: 'replaced', text: `text of the answer was replaced (${judged.reason})` })
    }
    view.append(await passGate(judging, gate, { text: judged.verdict === 'replace' ? judged.text : text, done }))
  }
  const withdraw = (reason: string) => {
    forget()
    view.withdraw(reason)
  }
  return {
    get text() {
      return view.text
    },
    get phase() {
      return view.phase
    },
    set phase(next) {
      view.phase = next
    },
    get waits() {
      return held !== ''
    },
    append: (text) => {
      if (guarded) held += text
      else view.append(text)
    },
    close: view.close,
    withdraw,
    complete: (whole) => {
      if (!guarded) view.complete(whole)
    },
    completeAdmitted: view.complete,
    pass: async () => {
      if (held !== '') await ask(false)
    },
    admit: async (whole) => {
      if (!guarded) return whole
      if (!whole.startsWith(raw)) withdraw('replaced')
      held = whole.slice(raw.length)
      await ask(true)
      return view.text
    },
  }
}
