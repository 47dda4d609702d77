import type { BlockDelta } from '@pf/core'
import { createAnswerGate, passGate } from './answer-gate.ts'
import { askHook, closed, emitVerdict, type HookedRun } from './ask-hook.ts'

type Block = 'artifact' | 'user'
type Texts = Record<Block, string>

/** The two texts of a draft, which a hook and the answer checks approve before any part of them is sent; see GuardedAnswer. */
export interface GuardedBlocks {
  append(delta: BlockDelta): void
  pass(): Promise<void>
  /** Resolves to the approved parts of both texts, which are then shown and stored. */
  admit(whole: Texts): Promise<Texts>
}

const blockOf = ({ type }: BlockDelta): Block => (type === 'artifact_delta' ? 'artifact' : 'user')

/** Creates blocks whose text the hook `onAnswerDelta` and then the answer checks approve before `show` is called. */
export function createGuardedBlocks(run: HookedRun, show: (block: Block, text: string) => void): GuardedBlocks {
  const { checks, answerChecks } = run.agent
  const gates = { artifact: createAnswerGate(answerChecks, 'artifact'), user: createAnswerGate(answerChecks, 'user') }
  const guarded = checks.onAnswerDelta !== undefined || answerChecks.length > 0
  const waiting: BlockDelta[] = []
  const raw: Texts = { artifact: '', user: '' }
  const shown: Texts = { artifact: '', user: '' }
  let replacementReported = false
  const ask = async (block: Block, text: string, done: boolean) => {
    raw[block] += text
    const judged = await askHook(run, 'onAnswerDelta', { block, text, answer: raw[block], shown: shown[block], done })
    if (judged.verdict === 'failed') throw closed(run, 'onAnswerDelta', judged.reason)
    if (judged.verdict === 'replace' && judged.text !== text && !replacementReported) {
      replacementReported = true
      emitVerdict(run, 'onAnswerDelta', { verdict: 'replaced', text: `text of the draft was replaced (${judged.reason})` })
    }
    const leaves = await passGate(run, gates[block], { text: judged.verdict === 'replace' ? judged.text : text, done })
    shown[block] += leaves
    if (leaves !== '') show(block, leaves)
  }
  const pass = async () => {
    for (const delta of waiting.splice(0)) await ask(blockOf(delta), delta.text, false)
  }
  return {
    append: (delta) => {
      if (guarded) waiting.push(delta)
      else show(blockOf(delta), delta.text)
    },
    pass,
    admit: async (whole) => {
      if (!guarded) return whole
      await pass()
      for (const block of ['artifact', 'user'] as const) await ask(block, whole[block].slice(raw[block].length), true)
      return { ...shown }
    },
  }
}
