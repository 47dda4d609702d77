import { useMessages } from '../context/use-messages.ts'
import { chatMessages } from '../messages/chat.ts'
import type { AssistantTurn } from '../store/model/types.ts'
import { withoutBidi } from '../text/plain-text.ts'

/** The notice for a turn that did not end with an answer, with its error code. */
export function ChatTurnEnd({ turn, onRetry }: { turn: AssistantTurn; onRetry: (() => void) | undefined }) {
  const messages = useMessages('chat', chatMessages)
  const { status, error } = turn
  if (status === 'cancelled') return <p className="pf-part pf-chat-note">{messages.stopped}</p>
  if (status !== 'error') return null
  return (
    <div className="pf-part pf-chat-failure" role="alert">
      <p>{error?.code === 'not_found' ? messages.answerGone : withoutBidi(error?.message ?? messages.notFinished)}</p>
      {onRetry && (
        <button type="button" className="pf-button" onClick={onRetry}>
          {messages.tryAgain}
        </button>
      )}
      {error && (
        <details>
          <summary>{messages.details}</summary>
          <code>{error.trace_id ? `${error.code} · ${error.trace_id}` : error.code}</code>
        </details>
      )}
    </div>
  )
}
