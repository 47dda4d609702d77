import type { AssistantTurn } from '@pf/react-renderers/store'
import { useEffect, useState } from 'react'
import type { InspectedField, Observation } from '../../shared/inspection.ts'

/** Shows each tool result as returned by the tool and as received by the model, and the difference in size. */
export function ModelView({ turn }: { turn: AssistantTurn }) {
  const observations = useInspection(turn)
  if (!observations) return <p className="inspector__none">Reading…</p>
  if (observations === 'forgotten')
    return <p className="inspector__none">What the model saw is kept in the memory of the server that ran it, and is gone after a restart.</p>
  if (observations.length === 0) return <p className="inspector__none">No tool has returned anything in this run.</p>
  const saved = observations.reduce((sum, one) => sum + Math.max(0, one.returned_bytes - one.seen_bytes), 0)
  const tokens = observations.reduce((sum, one) => sum + one.saved_tokens, 0)
  return (
    <>
      <p className="saved">
        <b>{formatBytes(saved)}</b> kept from the model, about <b>{tokens.toLocaleString('en')}</b> tokens
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
        <Side title={`Tool returned · ${formatBytes(observation.returned_bytes)}`} fields={observation.returned} />
        <Side title={`Model saw · ${formatBytes(observation.seen_bytes)}`} fields={observation.seen} />
      </div>
    </section>
  )
}

function Side({ title, fields }: { title: string; fields: readonly InspectedField[] }) {
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <dl>
        {fields.map(({ name, text, truncated_chars }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {/^"<artifact:[^>]*>"$/.test(text) ? <mark>{text.slice(1, -1)}</mark> : text}
              {truncated_chars > 0 && <span className="compare__more"> … {truncated_chars.toLocaleString('en')} more characters</span>}
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}

function formatBytes(bytes: number) {
  if (bytes < 1024) return `${bytes} B`
  const [value, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KB'] : [bytes / 1024 ** 2, 'MB']
  return `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`
}

/** Loads the tool results of an answer, and reloads them when a tool call ends. `forgotten`: the server no longer has the results of this run. */
function useInspection(turn: AssistantTurn): Observation[] | 'forgotten' | undefined {
  const [observations, setObservations] = useState<Observation[] | 'forgotten'>()
  const { run_id } = turn
  const ended = turn.toolCalls.filter((call) => call.result !== undefined).length
  const done = turn.status !== 'running'

  useEffect(() => {
    const stop = new AbortController()
    const version = `${ended}${done}`
    fetch(`/demo/runs/${encodeURIComponent(run_id)}/inspection?v=${version}`, { signal: stop.signal })
      .then(async (response) => (response.ok ? ((await response.json()) as { observations: Observation[] }).observations : done ? 'forgotten' : []))
      .then(setObservations)
      .catch(() => undefined)
    return () => stop.abort()
  }, [run_id, ended, done])
  return observations
}
