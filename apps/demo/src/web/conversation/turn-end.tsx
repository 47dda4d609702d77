import type { AssistantTurn } from '@pf/react-renderers/store'

/** What is said when a turn did not end with an answer. */
export function TurnEnd({ turn, onRetry }: { turn: AssistantTurn; onRetry: (() => void) | undefined }) {
  if (turn.status === 'cancelled') return <p className="answer__note">Stopped. What was written stays.</p>
  if (turn.status !== 'error') return null
  return (
    <div className="failure" role="alert">
      <p>{errorText(turn.error)}</p>
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
      {turn.error && (
        <details>
          <summary>Details</summary>
          <code>
            {turn.error.code}
            {turn.error.trace_id ? ` · ${turn.error.trace_id}` : ''}
          </code>
        </details>
      )}
    </div>
  )
}

/** Servers speak of runs and logs; who reads a conversation knows answers. */
function errorText(error: AssistantTurn['error']): string {
  if (error?.code === 'not_found') return 'The server no longer has this answer, as after a restart. What was written stays; try again to have it anew.'
  return error?.message ?? 'The answer could not be finished.'
}
