import type { AnswerEnvelope, AnswerResult } from './agent-port.ts'
import type { InboxItem } from './approvals.ts'

/** The interface to an inbox for hooks, implemented by `@pf/agui-adapter/client` or by the host. */
export interface InboxClient {
  /**
   * Resolves to the inbox. With the caller's current `version`, waits for the next change of the inbox, and resolves to the unchanged inbox
   * after some time.
   */
  read(options?: { version?: string; signal?: AbortSignal }): Promise<{ version: string; items: InboxItem[] }>
  answer(interaction_id: string, envelope: AnswerEnvelope): Promise<AnswerResult>
}
