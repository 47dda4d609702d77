import type { AssistantTurn } from '@pf/react-renderers/store'

const longest = 4000

/** The FinalPayload as it came, long values cut. */
export function PayloadView({ turn }: { turn: AssistantTurn }) {
  if (!turn.payload) return <p className="inspector__none">{turn.status === 'running' ? 'The run has not finished.' : 'This run ended without a payload.'}</p>
  return (
    <dl className="payload">
      {Object.entries(turn.payload).map(([field, value]) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>{short(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1)
  return text.length > longest ? `${text.slice(0, longest)} … ${(text.length - longest).toLocaleString('en')} more characters` : text
}
