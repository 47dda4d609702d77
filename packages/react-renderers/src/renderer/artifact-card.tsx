import type { ValidationIssue } from '@pf/core'
import { plainText } from '../text/plain-text.ts'

interface ArtifactCardProps {
  /** One sentence: what happened. */
  text: string
  /** Shown folded: where the data does not fit, never the data itself. */
  issues?: readonly ValidationIssue[]
}

/** The quiet stand-in for a component that cannot be shown. */
export function ArtifactCard({ text, issues = [] }: ArtifactCardProps) {
  return (
    <div className="pf-card" role="note">
      <p className="pf-card-text">{text}</p>
      {issues.length > 0 && (
        <details className="pf-card-details">
          <summary>Details</summary>
          <ul>
            {issues.map((issue) => (
              <li key={`${issue.code}${issue.pointer}${issue.expected ?? ''}`}>
                <code>{plainText(issue.pointer, 120) || '/'}</code>{' '}
                {issue.expected ? `needs ${plainText(issue.expected, 160)}` : issue.code.replaceAll('_', ' ')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
