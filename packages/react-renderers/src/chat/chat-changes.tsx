import { useMessages } from '../context/use-messages.ts'
import { chatMessages } from '../messages/chat.ts'
import type { RunMessageState } from '../store/model/types.ts'

const statusKeys = {
  sending: 'changeSending',
  sent: 'changeSent',
  read: 'changeRead',
  late: 'changeLate',
  failed: 'changeFailed',
} as const satisfies Record<RunMessageState['status'], keyof typeof chatMessages>

/** The texts that the user sent while the run was active, each with its status. One that the run has not read can be asked again. */
export function ChatChanges({ changes, onAsk }: { changes: readonly RunMessageState[]; onAsk: ((text: string) => void) | undefined }) {
  const messages = useMessages('chat', chatMessages)
  const texts = changes.filter(({ text }) => text !== '')
  if (texts.length === 0) return null
  return (
    <ul className="pf-part pf-chat-changes" aria-label={messages.changes} aria-live="polite">
      {texts.map(({ id, text, status }) => (
        <li key={id}>
          <span>{text}</span> <small>{messages[statusKeys[status]]}</small>
          {onAsk && (status === 'late' || status === 'failed') && (
            <button type="button" className="pf-button" onClick={() => onAsk(text)}>
              {messages.askNow}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
