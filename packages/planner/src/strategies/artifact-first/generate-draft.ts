import { type BlockContractReason, blockPrompt, correctivePrompt, type DraftRecord, newNonce, PfError, sanitizeForBlocks } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { createGuardedBlocks } from '../../hooks/guarded-blocks.ts'
import type { ModelMessage } from '../../model/model.ts'
import { callModel } from '../../model-calls/call-model.ts'
import { conversationOf } from '../../model-calls/conversation.ts'
import { fitContext } from '../../model-calls/fit-context.ts'
import { outOfBudget } from '../../model-calls/out-of-budget.ts'
import type { Outcome } from '../../run/outcome.ts'
import type { Run } from '../../run/run.ts'
import { counters } from '../../telemetry/counters.ts'
import { isInstanceOf } from '../../util/thrown-message.ts'
import { BrokenForm, createDraftStream } from './draft-stream.ts'

/** The input of one attempt: the conversation, the current draft, the nonce and the fault of the previous attempt. */
interface DraftRequest {
  history: readonly ModelMessage[]
  draft: DraftRecord | undefined
  nonce: string
  /** The reason why the previous attempt was rejected. */
  fault?: BlockContractReason | undefined
}

/** Returns the messages of one attempt. They do not contain a rejected reply, because the model would copy it. */
function draftMessages({ history, draft, nonce, fault }: DraftRequest): ModelMessage[] {
  const [system, ...rest] = history
  return [
    ...(system ? [system] : []),
    ...rest.map(cleanMessage),
    ...(draft && draft.version > 0 ? [currentDraft(draft)] : []),
    { role: 'user', content: blockPrompt(nonce) },
    ...(fault === undefined ? [] : [{ role: 'user' as const, content: correctivePrompt(nonce, fault) }]),
  ]
}

/** Earlier answers are stored in the history as actions. Here only their text is used. */
function cleanMessage({ role, content }: ModelMessage): ModelMessage {
  return { role, content: sanitizeForBlocks(role === 'assistant' ? (answerOf(content) ?? content) : content) }
}

function answerOf(content: string): string | undefined {
  try {
    const action: unknown = JSON.parse(content)
    return isRecord(action) && isRecord(action.args) && typeof action.args.answer === 'string' ? action.args.answer : undefined
  } catch {
    return undefined
  }
}

const currentDraft = ({ artifact_draft_text }: DraftRecord): ModelMessage => ({
  role: 'user',
  content: `The artifact as it stands, which the last request is about:\n${sanitizeForBlocks(artifact_draft_text)}`,
})

/** The result of a generation. */
export type Generated =
  | { kind: 'spent'; outcome: Outcome }
  | { kind: 'draft'; artifact: string; user: string }
  | { kind: 'refused'; text: string }
  | { kind: 'broken'; reason: BlockContractReason }

/** The number of attempts: one generation and one retry. */
const attempts = 2

/** Requests a draft and shows it while it is written. A reply without the required form is requested once more with a new nonce; it is never repaired. */
export async function generateDraft(run: Run, draft_id: string, draft: DraftRecord | undefined): Promise<Generated> {
  let fault: BlockContractReason | undefined
  for (let count = 1; count <= attempts; count++) {
    // A process that takes over uses higher attempt numbers, so that clients clear the content shown by the previous process.
    const attempt = run.state.takeovers * attempts + count
    Object.assign(run.state, { attempt })
    const spent = await outOfBudget(run)
    if (spent) return { kind: 'spent', outcome: spent }
    await fitContext(run)
    const result = await attemptDraft(run, { draft_id, draft, attempt, fault }).catch((error: unknown) => {
      if (!isInstanceOf(error, BrokenForm)) throw error
      return error
    })
    if (!(result instanceof BrokenForm)) return result
    fault = result.reason
    counters.draft('violation', fault)
    if (count === attempts) break
    counters.draft('retry', fault)
    run.emit({ type: 'repair', step: run.state.step, kind: 'block_contract', attempt: attempt + 1 })
  }
  return { kind: 'broken', reason: fault ?? 'missing_block' }
}

interface Attempt {
  draft_id: string
  draft: DraftRecord | undefined
  attempt: number
  fault: BlockContractReason | undefined
}

async function attemptDraft(run: Run, { draft_id, draft, attempt, fault }: Attempt): Promise<Generated> {
  const nonce = newNonce()
  const started = run.agent.now()
  let shown = false
  const blocks = createGuardedBlocks(run, (block, text) => {
    if (!shown && block === 'artifact') {
      shown = true
      counters.draftLatency('first', run.agent.now() - started)
    }
    run.emit({ type: 'draft_delta', step: run.state.step, draft_id, block, text, attempt })
  })
  const stream = createDraftStream(run, { nonce, attempt, show: blocks.append, pass: blocks.pass })
  const turn = await callModel(run, { messages: draftMessages({ history: [...conversationOf(run), ...run.state.transcript], draft, nonce, fault }), stream })
  if (turn.refusal !== undefined) return { kind: 'refused', text: turn.refusal }
  if (turn.finish === 'content_filter') throw new PfError('model_refused', "The provider's content filter stopped the output.")
  if (turn.finish === 'error') throw new PfError('model_cut', 'The provider ended the output with an error; ask again.')
  const texts = await blocks.admit(stream.finish())
  counters.draftLatency('whole', run.agent.now() - started)
  return { kind: 'draft', ...texts }
}
