import type { ValidationIssue } from '@pf/core'
import { useMessages } from '../context/use-messages.ts'
import { cardMessages } from '../messages/cards.ts'
import { retryMessage } from '../messages/retry.ts'
import { plainText } from '../text/plain-text.ts'

const MAX_ISSUES = 8

interface ComponentCardProps {
  /** One sentence that says why the component is not shown. */
  text: string
  /** Validation issues for a collapsed list. They name locations in the data and never contain the data itself. */
  issues?: readonly ValidationIssue[] | undefined
  /** Adds a retry button. */
  onRetry?: (() => void) | undefined
  /** The label of the retry button. */
  retryLabel?: string | undefined
}

/** The card that replaces a component that cannot be shown. */
export function ComponentCard({ text, issues = [], onRetry, retryLabel }: ComponentCardProps) {
  const messages = useMessages('cards', cardMessages)
  const { retry } = useMessages('parts', retryMessage)
  const need = ({ expected, code }: ValidationIssue) => (expected ? messages.expected(plainText(expected, 160)) : plainText(code.replaceAll('_', ' '), 60))
  const lines = new Map(issues.map((issue) => [`${issue.pointer} ${need(issue)}`, issue]))
  return (
    <div className="pf-card" role="note">
      <p className="pf-card-text">{text}</p>
      {onRetry && (
        <button type="button" className="pf-button" onClick={onRetry}>
          {retryLabel ?? retry}
        </button>
      )}
      {lines.size > 0 && (
        <details className="pf-card-details">
          <summary>{messages.details}</summary>
          <ul>
            {[...lines].slice(0, MAX_ISSUES).map(([key, issue]) => (
              <li key={key}>
                <code>{plainText(issue.pointer, 120) || '/'}</code> {need(issue)}
              </li>
            ))}
            {lines.size > MAX_ISSUES && <li>{messages.moreIssues(lines.size - MAX_ISSUES)}</li>}
          </ul>
        </details>
      )}
    </div>
  )
}
