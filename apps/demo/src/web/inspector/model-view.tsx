import type { AssistantTurn } from '@pf/react-renderers/store'
import { type Observation, useInspection } from './use-inspection.ts'

/** Each tool result twice: what the tool returned, what the model saw; and what that saved. */
export function ModelView({ turn }: { turn: AssistantTurn }) {
  const observations = useInspection(turn)
  if (!observations) return <p className="inspector__none">Reading…</p>
  if (observations.length === 0) return <p className="inspector__none">No tool has returned anything in this run.</p>
  const saved = observations.reduce((sum, one) => sum + Math.max(0, one.returned_bytes - one.seen_bytes), 0)
  const tokens = observations.reduce((sum, one) => sum + one.saved_tokens, 0)
  return (
    <>
      <p className="saved">
        <b>{size(saved)}</b> kept from the model, about <b>{tokens.toLocaleString('en')}</b> tokens
      </p>
      {observations.map((one) => (
        <Comparison key={one.tool_call_id} observation={one} />
      ))}
    </>
  )
}

function Comparison({ observation }: { observation: Observation }) {
  return (
    <section className="compare">
      <h3>
        <code>{observation.tool}</code>
      </h3>
      <div className="compare__pair">
        <figure>
          <figcaption>Tool returned · {size(observation.returned_bytes)}</figcaption>
          <pre>{observation.returned.slice(0, 3000)}</pre>
        </figure>
        <figure>
          <figcaption>Model saw · {size(observation.seen_bytes)}</figcaption>
          <pre>{marked(observation.seen.slice(0, 3000))}</pre>
        </figure>
      </div>
    </section>
  )
}

/** Placeholders stand out: they are what the data became. */
function marked(text: string) {
  return text.split(/(<artifact:[^>]*>)/).map((part, index) => {
    const key = `${index}:${part.length}`
    return part.startsWith('<artifact:') ? <mark key={key}>{part}</mark> : <span key={key}>{part}</span>
  })
}

function size(bytes: number) {
  if (bytes < 1024) return `${bytes} B`
  const [value, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KB'] : [bytes / 1024 ** 2, 'MB']
  return `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`
}
