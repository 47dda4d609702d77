import { useMessages } from '../context/use-messages.ts'
import { chatMessages } from '../messages/chat.ts'

/** A question that an empty conversation offers. */
export interface ChatExample {
  ask: string
  /** A few words about the answer, for example "A line chart". */
  shows?: string
}

/** The questions that an empty conversation offers. Renders nothing without examples. */
export function ChatExamples({ examples, onAsk }: { examples: readonly ChatExample[]; onAsk(text: string): void }) {
  const messages = useMessages('chat', chatMessages)
  if (examples.length === 0) return null
  return (
    <ul className="pf-part pf-chat-examples" aria-label={messages.examples}>
      {examples.map(({ ask, shows }) => (
        <li key={ask}>
          <button type="button" onClick={() => onAsk(ask)}>
            <span>{ask}</span>
            {shows !== undefined && <small>{shows}</small>}
          </button>
        </li>
      ))}
    </ul>
  )
}
