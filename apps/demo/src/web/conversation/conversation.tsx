import type { Turn } from '@pf/react-renderers/store'
import { useRef } from 'react'
import { AssistantMessage } from './assistant-message.tsx'
import { EmptyState } from './empty-state.tsx'
import { useStickToBottom } from './use-stick-to-bottom.ts'

export interface ConversationProps {
  turns: readonly Turn[]
  /** False until the conversation has been loaded from the server. */
  restored: boolean
  /** True when the server no longer has the conversation of the address. */
  lost: boolean
  onAsk(text: string): void
  onRetry(): void
}

/** All turns of the conversation in a scroll container. */
export function Conversation({ turns, restored, lost, onAsk, onRetry }: ConversationProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { behind, jump } = useStickToBottom(frame, turns)
  const last = turns.at(-1)
  return (
    <div className="chat__frame">
      <div className="chat__scroll" ref={frame}>
        <div className="chat__list" role="log" aria-label="Conversation" aria-live="polite" aria-busy={last?.kind === 'assistant' && last.status === 'running'}>
          {turns.length === 0 && restored && <EmptyState lost={lost} onAsk={onAsk} />}
          {turns.map((turn) =>
            turn.kind === 'user' ? (
              <h2 className="question" key={turn.id}>
                {turn.text}
              </h2>
            ) : (
              <AssistantMessage key={turn.id} turn={turn} last={turn === last} onAsk={onAsk} onRetry={onRetry} />
            ),
          )}
        </div>
      </div>
      {behind && (
        <button type="button" className="chat__more" onClick={jump}>
          New content below
        </button>
      )}
    </div>
  )
}
