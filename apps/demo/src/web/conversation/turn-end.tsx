import type { AssistantTurn } from '@pf/react-renderers/store'

/** The notice for a turn that did not end with an answer. */
export function TurnEnd({ turn, onRetry }: { turn: AssistantTurn; onRetry: (() => void) | undefined }) {
  if (turn.status === 'cancelled') return <p className="answer__note">Stopped. The text written so far is kept.</p>
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

/** Translates an error of the server into a message about the answer. */
function errorText(error: AssistantTurn['error']): string {
  if (error?.code === 'not_found') return 'The server no longer has this answer, for example because it was restarted. Try again to create a new one.'
  return error?.message ?? 'The answer could not be finished.'
}
