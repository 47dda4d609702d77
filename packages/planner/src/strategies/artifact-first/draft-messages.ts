import { type BlockContractReason, blockPrompt, correctivePrompt, type DraftRecord, sanitizeForBlocks } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ModelMessage } from '../../model/model.ts'

/** What one attempt sends: the conversation and the draft, cleaned of anything like a tag, and the form that is asked for. */
export interface DraftRequest {
  history: readonly ModelMessage[]
  draft: DraftRecord | undefined
  nonce: string
  /** Why the attempt before was refused. */
  fault?: BlockContractReason | undefined
}

/** The messages of one attempt. A refused reply is not among them: what it holds would only be copied. */
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

/** Earlier answers stand in the history as actions; here they are what was said. */
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
