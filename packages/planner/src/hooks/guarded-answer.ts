import type { AnswerView } from '../log/answer-view.ts'
import { askHook, closed, emitVerdict, type HookedRun } from './ask-hook.ts'

/** An answer that a hook looks at before anything of it leaves. */
export interface GuardedAnswer extends AnswerView {
  /** Text waits for `pass`. */
  readonly waits: boolean
  /** Makes what is shown equal to the model's answer; with a hook, `admit` does that later. */
  complete(whole: string): void
  /** As `settle`, for what may leave. */
  completeAdmitted(whole: string): void
  /** Asks about what has been said since the last time, and shows what may leave. Rejects with RunStopped. */
  pass(): Promise<void>
  /** What of the whole answer may leave; shown when it resolves. Without a hook: the answer, and nothing is shown. */
  admit(whole: string): Promise<string>
}

const never = new AbortController().signal

/** Puts the hook `onAnswerDelta` in front of a view. */
export function createGuardedAnswer(view: AnswerView, run: HookedRun): GuardedAnswer {
  const guarded = run.agent.checks.onAnswerDelta !== undefined
  let held = ''
  let raw = ''
  let replacementReported = false
  const forget = () => {
    held = ''
    raw = ''
    replacementReported = false
  }
  const ask = async (done: boolean) => {
    const text = held
    held = ''
    raw += text
    // A run that has ended may still have something to say.
    const judging = run.segment.signal.aborted ? { ...run, segment: { signal: never } } : run
    const judged = await askHook(judging, 'onAnswerDelta', { text, answer: raw, shown: view.text, done })
    if (judged.verdict === 'failed') throw closed(run, 'onAnswerDelta', judged.reason)
    if (judged.verdict === 'replace' && judged.text !== text && !replacementReported) {
      replacementReported = true
      emitVerdict(run, 'onAnswerDelta', { verdict: 'replaced', text: `text of the answer was replaced (${judged.reason})` })
    }
    view.append(judged.verdict === 'replace' ? judged.text : text)
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
