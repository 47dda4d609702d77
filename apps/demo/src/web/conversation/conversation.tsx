import { MessageFiles } from '@pf/react-renderers'
import type { Turn } from '@pf/react-renderers/store'
import { Fragment, useRef } from 'react'
import { AssistantMessage } from './assistant-message.tsx'
import { EmptyState } from './empty-state.tsx'
import { useFollowAnswer } from './use-follow-answer.ts'

export interface ConversationProps {
  turns: readonly Turn[]
  /** False until the conversation has been loaded from the server. */
  restored: boolean
  /** True if the server no longer has the conversation of the URL. */
  lost: boolean
  onAsk(text: string): void
  onRetry(): void
}

/** All turns of the conversation in a scroll container. */
export function Conversation({ turns, restored, lost, onAsk, onRetry }: ConversationProps) {
  const frame = useRef<HTMLDivElement>(null)
  const last = turns.at(-1)
  const newest = turns.findLast((turn) => turn.kind === 'user')?.id
  const { atEnd, goToEnd } = useFollowAnswer({ frame, questions: '.question', newest, content: turns })
  // The button disappears at the end, so the focus moves to the element that the keyboard can scroll.
  const leaveForEnd = () => {
    goToEnd()
    frame.current?.focus({ preventScroll: true })
  }
  return (
    <div className="chat__frame">
      <div className="chat__scroll" ref={frame} tabIndex={-1}>
        <div className="chat__list" role="log" aria-label="Conversation" aria-live="polite" aria-busy={last?.kind === 'assistant' && last.status === 'running'}>
          {turns.length === 0 && restored && <EmptyState lost={lost} onAsk={onAsk} />}
          {turns.map((turn) =>
            turn.kind === 'user' ? (
              <Fragment key={turn.id}>
                <h2 className="question">{turn.text || 'Files'}</h2>
                <MessageFiles files={turn.files} />
              </Fragment>
            ) : (
              <AssistantMessage key={turn.id} turn={turn} last={turn === last} onAsk={onAsk} onRetry={onRetry} />
            ),
          )}
        </div>
      </div>
      {!atEnd && (
        <button type="button" className="chat__more" aria-label="Go to the end of the conversation" onClick={leaveForEnd}>
          Go to the end
        </button>
      )}
    </div>
  )
}
