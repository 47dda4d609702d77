import { createInboxClient } from '@pf/agui-adapter/client'
import type { InboxItem } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { useInbox } from '@pf/react-renderers'
import { useState } from 'react'

const client = createInboxClient()

export interface InboxListProps {
  /** Id of the displayed conversation, whose own questions are not listed. */
  current: string
}

const maxTextChars = 140

/** What waits for the user in other conversations. A confirmation is answered here, any other question in its conversation. Renders nothing if nothing waits. */
export function InboxList({ current }: InboxListProps) {
  const { items, answer } = useInbox(client)
  const [failed, setFailed] = useState(false)
  const others = items.filter(({ thread_id }) => thread_id !== current)
  if (others.length === 0) return null
  const decide = (item: InboxItem, confirmed: boolean) => {
    setFailed(false)
    void answer(item.interaction_id, { result: { confirmed } }).catch(() => setFailed(true))
  }
  return (
    <section className="inbox" aria-labelledby="inbox-title">
      <h3 id="inbox-title" className="inbox__title">
        Waiting for you <span className="work__badge">{others.length}</span>
      </h3>
      <ul className="inbox__list">
        {others.map((item) => (
          <li key={item.interaction_id} className="inbox__item">
            <a className="inbox__link" href={`/?thread=${encodeURIComponent(item.thread_id)}`} dir="auto">
              {textOf(item, ['title', 'message', 'description']) ?? 'A question'}
            </a>
            {item.component === 'confirm' && (
              <span className="inbox__buttons">
                <button type="button" className="button" onClick={() => decide(item, true)}>
                  {textOf(item, ['confirmLabel']) ?? 'Confirm'}
                </button>
                <button type="button" className="button" onClick={() => decide(item, false)}>
                  {textOf(item, ['cancelLabel']) ?? 'Decline'}
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {failed && (
        <p className="inbox__fault" role="alert">
          The answer could not be sent. Try again.
        </p>
      )}
    </section>
  )
}

/** Returns the first of the members that has a text, shortened. */
function textOf({ props }: InboxItem, names: readonly string[]): string | undefined {
  const texts = isRecord(props) ? names.map((name) => props[name]) : []
  const text = texts.find((value): value is string => typeof value === 'string' && value.trim() !== '')
  return text === undefined || text.length <= maxTextChars ? text : `${text.slice(0, maxTextChars).toWellFormed()}…`
}
