import type { ValidationIssue } from '@pf/core'
import { useMessages } from '../context/use-messages.ts'
import { cardMessages } from '../messages/cards.ts'
import { retryMessage } from '../messages/retry.ts'
import { plainText } from '../text/plain-text.ts'

interface ArtifactCardProps {
  /** One sentence: what happened. */
  text: string
  /** Shown folded: where the data does not fit, never the data itself. */
  issues?: readonly ValidationIssue[] | undefined
  /** Puts a button that tries again under the sentence. */
  onRetry?: (() => void) | undefined
}

/** The quiet stand-in for a component that cannot be shown. */
export function ArtifactCard({ text, issues = [], onRetry }: ArtifactCardProps) {
  const messages = useMessages('cards', cardMessages)
  const { retry } = useMessages('parts', retryMessage)
  const need = ({ expected, code }: ValidationIssue) => (expected ? messages.expected(plainText(expected, 160)) : plainText(code.replaceAll('_', ' '), 60))
  const lines = new Map(issues.map((issue) => [`${issue.pointer} ${need(issue)}`, issue]))
  return (
    <div className="pf-card" role="note">
      <p className="pf-card-text">{text}</p>
      {onRetry && (
        <button type="button" className="pf-button" onClick={onRetry}>
          {retry}
        </button>
      )}
      {lines.size > 0 && (
        <details className="pf-card-details">
          <summary>{messages.details}</summary>
          <ul>
            {[...lines].map(([key, issue]) => (
              <li key={key}>
                <code>{plainText(issue.pointer, 120) || '/'}</code> {need(issue)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
