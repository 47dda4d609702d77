import type { AnswerEnvelope, AnswerResult } from './agent-port.ts'
import type { InboxItem } from './approvals.ts'

/** What hooks get for an inbox; made by `@pf/agui-adapter/client` or by the host. */
export interface InboxClient {
  /** Resolves to the inbox, or with the `version` that the caller has, to the next change of it or the same after some time. */
  read(options?: { version?: string; signal?: AbortSignal }): Promise<{ version: string; items: InboxItem[] }>
  answer(interaction_id: string, envelope: AnswerEnvelope): Promise<AnswerResult>
}
