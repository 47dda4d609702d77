import { Fragment, type ReactNode, useRef } from 'react'
import { MessageFiles } from '../component-renderer/message-files.tsx'
import { useMessages } from '../context/use-messages.ts'
import { chatMessages } from '../messages/chat.ts'
import type { Turn } from '../store/model/types.ts'
import { ChatAnswer } from './chat-answer.tsx'
import { useFollowAnswer } from './use-follow-answer.ts'

/** Props of ChatConversation. */
export interface ChatConversationProps {
  turns: readonly Turn[]
  figureSources: boolean
  onAsk(text: string): void
  onRetry(): void
  onReport: ((runId: string) => void) | undefined
  /** Content of a conversation without turns. */
  children: ReactNode
}

/** All turns of a conversation in a scroll container that follows the newest answer. */
export function ChatConversation({ turns, figureSources, onAsk, onRetry, onReport, children }: ChatConversationProps) {
  const messages = useMessages('chat', chatMessages)
  const frame = useRef<HTMLDivElement>(null)
  const last = turns.at(-1)
  const newest = turns.findLast((turn) => turn.kind === 'user')?.id
  const { atEnd, goToEnd } = useFollowAnswer({ frame, questions: '.pf-chat-question', newest, content: turns })
  // The button disappears at the end, so the focus moves to the element that the keyboard can scroll.
  const leaveForEnd = () => {
    goToEnd()
    frame.current?.focus({ preventScroll: true })
  }
  return (
    <div className="pf-chat-frame">
      <div className="pf-chat-scroll" ref={frame} tabIndex={-1}>
        <div
          className="pf-chat-list"
          role="log"
          aria-label={messages.conversation}
          aria-live="polite"
          aria-busy={last?.kind === 'assistant' && last.status === 'running'}
        >
          {children}
          {turns.map((turn) =>
            turn.kind === 'user' ? (
              <Fragment key={turn.id}>
                <h2 className="pf-part pf-chat-question" dir="auto">
                  {turn.text || messages.files}
                </h2>
                <MessageFiles files={turn.files} />
              </Fragment>
            ) : (
              <ChatAnswer key={turn.id} turn={turn} last={turn === last} figureSources={figureSources} onAsk={onAsk} onRetry={onRetry} onReport={onReport} />
            ),
          )}
        </div>
      </div>
      {!atEnd && (
        <button type="button" className="pf-part pf-chat-more" aria-label={messages.toEndOfConversation} onClick={leaveForEnd}>
          {messages.toEnd}
        </button>
      )}
    </div>
  )
}
