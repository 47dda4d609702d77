import type { AssistantTurn, StoreState } from '@pf/react-renderers/store'
import { type KeyboardEvent, useRef, useState } from 'react'
import { CloseIcon } from '../shell/icons.tsx'
import { inspectorPanel, type Panel, useDrawerFocus } from '../shell/use-panel.ts'
import { EventList } from './event-list.tsx'
import { ModelView } from './model-view.tsx'
import { ReportView } from './report-view.tsx'

const tabs = [
  ['events', 'Events'],
  ['payload', 'Payload'],
  ['model', 'Model view'],
  ['report', 'Report'],
] as const
type Tab = (typeof tabs)[number][0]

/** Shows the events of a run, its final payload, and the tool results as returned and as received by the model. */
export function Inspector({ state, panel }: { state: StoreState; panel: Panel }) {
  const [tab, setTab] = useState<Tab>('events')
  const [chosen, setChosen] = useState<string>()
  const answers = state.turns.filter((turn): turn is AssistantTurn => turn.kind === 'assistant')
  const turn = answers.find((answer) => answer.id === chosen) ?? answers.at(-1)
  const aside = useRef<HTMLElement>(null)

  useDrawerFocus(aside, inspectorPanel, panel.open)

  return (
    <aside
      id={inspectorPanel.id}
      className="inspector"
      aria-label="Run inspector"
      hidden={!panel.open}
      ref={aside}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && panel.close()}
    >
      <div className="inspector__head">
        <h2>Run inspector</h2>
        {answers.length > 1 && (
          <select
            aria-label="Answer"
            value={turn?.id ?? ''}
            onChange={(event) => setChosen(event.target.value === answers.at(-1)?.id ? undefined : event.target.value)}
          >
            {answers.map((answer, index) => (
              <option key={answer.id} value={answer.id}>
                Answer {index + 1}
              </option>
            ))}
          </select>
        )}
        <button type="button" className="icon-button inspector__close" onClick={panel.close} aria-label="Close the inspector">
          <CloseIcon />
        </button>
      </div>
      <div className="tabs" role="tablist" aria-label="Views of the run">
        {tabs.map(([name, label]) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={tab === name}
            aria-controls="inspector-view"
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
            onKeyDown={(event) => moveTab(event, name, setTab)}
          >
            {label}
          </button>
        ))}
      </div>
      {/* The view scrolls, so it must be focusable for keyboard users. */}
      <div className="inspector__view" id="inspector-view" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        {!turn && <p className="inspector__none">There is no run yet. Ask a question to see its events here.</p>}
        {turn && tab === 'events' && <EventList events={state.events} runs={turn.runs} />}
        {turn && tab === 'payload' && <PayloadView turn={turn} />}
        {turn && tab === 'model' && <ModelView turn={turn} />}
        {turn && tab === 'report' && <ReportView turn={turn} />}
      </div>
    </aside>
  )
}

function moveTab(event: KeyboardEvent, from: Tab, set: (tab: Tab) => void) {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const names = tabs.map(([name]) => name)
  const next = names[(names.indexOf(from) + step + names.length) % names.length]
  if (!next) return
  event.preventDefault()
  set(next)
  document.getElementById(`tab-${next}`)?.focus()
}

const maxValueLength = 4000

/** Shows the final payload of a run; long values are truncated. */
function PayloadView({ turn }: { turn: AssistantTurn }) {
  if (!turn.payload) return <p className="inspector__none">{turn.status === 'running' ? 'The run has not finished.' : 'This run ended without a payload.'}</p>
  return (
    <dl className="payload">
      {Object.entries(turn.payload).map(([field, value]) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>{truncate(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function truncate(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1)
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)} … ${(text.length - maxValueLength).toLocaleString('en')} more characters` : text
}
