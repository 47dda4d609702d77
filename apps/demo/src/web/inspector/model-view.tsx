import type { AssistantTurn } from '@pf/react-renderers/store'
import type { Field, Observation } from '../../shared/inspection.ts'
import { useInspection } from './use-inspection.ts'

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
        <Side title={`Tool returned · ${size(observation.returned_bytes)}`} fields={observation.returned} />
        <Side title={`Model saw · ${size(observation.seen_bytes)}`} fields={observation.seen} />
      </div>
    </section>
  )
}

function Side({ title, fields }: { title: string; fields: readonly Field[] }) {
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <dl>
        {fields.map(({ name, text, more }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {/^"<artifact:[^>]*>"$/.test(text) ? <mark>{text.slice(1, -1)}</mark> : text}
              {more > 0 && <span className="compare__more"> … {more.toLocaleString('en')} more characters</span>}
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}

function size(bytes: number) {
  if (bytes < 1024) return `${bytes} B`
  const [value, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KB'] : [bytes / 1024 ** 2, 'MB']
  return `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`
}
