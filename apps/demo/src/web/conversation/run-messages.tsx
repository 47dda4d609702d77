import type { RunMessageState } from '@pf/react-renderers/store'

export interface RunMessagesProps {
  messages: readonly RunMessageState[]
  /** Asks a text as a question of its own; absent while that is not possible. */
  onAsk: ((text: string) => void) | undefined
}

/** The texts that the user sent while the run was at work, each with its status. One that the run has not read can be asked again. */
export function RunMessages({ messages, onAsk }: RunMessagesProps) {
  return (
    <ul className="run-messages" aria-label="Changes of the request" aria-live="polite">
      {messages
        .filter(({ text }) => text !== '')
        .map(({ id, text, status }) => (
          <li key={id} className="run-messages__item">
            <span className="run-messages__text">{text}</span> <span className="run-messages__status">{statusTexts[status]}</span>
            {onAsk && (status === 'late' || status === 'failed') && (
              <button type="button" className="button" onClick={() => onAsk(text)}>
                Ask it now
              </button>
            )}
          </li>
        ))}
    </ul>
  )
}

const statusTexts = {
  sending: 'Sending …',
  sent: 'Sent; read before the next step',
  read: 'Read',
  late: 'The answer was finished before this was read.',
  failed: 'This could not be delivered.',
} satisfies Record<RunMessageState['status'], string>
