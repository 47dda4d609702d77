import { type BlockContractReason, blockPrompt, correctivePrompt, type DraftRecord, sanitizeForBlocks } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ModelMessage } from '../../model/model.ts'

/** The input of one attempt: the conversation, the current draft, the nonce and the fault of the previous attempt. */
export interface DraftRequest {
  history: readonly ModelMessage[]
  draft: DraftRecord | undefined
  nonce: string
  /** Why the previous attempt was rejected. */
  fault?: BlockContractReason | undefined
}

/** The messages of one attempt. They do not contain a rejected reply, because the model would copy it. */
export function draftMessages({ history, draft, nonce, fault }: DraftRequest): ModelMessage[] {
  const [system, ...rest] = history
  return [
    ...(system ? [system] : []),
    ...rest.map(cleanMessage),
    ...(draft && draft.version > 0 ? [currentDraft(draft)] : []),
    { role: 'user', content: blockPrompt(nonce) },
    ...(fault === undefined ? [] : [{ role: 'user' as const, content: correctivePrompt(nonce, fault) }]),
  ]
}

/** Earlier answers are stored in the history as actions; here only their text is used. */
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
