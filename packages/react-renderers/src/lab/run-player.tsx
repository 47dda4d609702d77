import { type ArtifactPage, PfError, type RunClient, type WireEvent } from '@pf/core'
import { useId, useMemo, useState } from 'react'
import { ChatAnswer } from '../chat/chat-answer.tsx'
import { useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { createComponentStore } from '../conversation/create-component-store.ts'
import { labMessages } from '../messages/lab.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import type { Turn } from '../store/model/types.ts'
import { plainText } from '../text/plain-text.ts'

/** Props of RunPlayer. */
export interface RunPlayerProps {
  /** The events of a run in order, as AG-UI events. Keep the list stable. */
  events: readonly WireEvent[]
  /** The question of the user, shown above the answer. */
  question?: string
  /** Returns rows of a stored artifact. Without it, data that is not part of the events cannot be shown. */
  page?: (artifact_id: string, path: string, offset: number, limit: number) => Promise<ArtifactPage>
}

/** A recorded run with a slider over its events, which shows the conversation as it was after the chosen event. It sends no data. */
export function RunPlayer({ events, question, page }: RunPlayerProps) {
  const messages = useMessages('lab', labMessages)
  const { locale } = useRendering()
  const id = useId()
  const [chosen, choose] = useState(events.length)
  const at = Math.min(chosen, events.length)
  const store = useMemo(() => storeAt(events.slice(0, at), question), [events, at, question])
  const client = useMemo(() => offlineClient(page), [page])
  const place = positionText(events, at)
  return (
    <section className="pf-lab pf-lab-run" aria-label={messages.run}>
      <div className="pf-lab-stream">
        <label htmlFor={id}>{messages.position}</label>
        <input id={id} type="range" min={0} max={events.length} value={at} aria-valuetext={place} onChange={(event) => choose(Number(event.target.value))} />
        <output htmlFor={id} aria-live="off">
          {place}
        </output>
      </div>
      <PfProvider client={client} store={store} {...(locale === undefined ? {} : { locale })}>
        <div className="pf-chat-list">
          {store.getSnapshot().turns.map((turn) => (
            <RecordedTurn key={turn.id} turn={turn} />
          ))}
        </div>
      </PfProvider>
    </section>
  )
}

const nothing = () => undefined

function RecordedTurn({ turn }: { turn: Turn }) {
  if (turn.kind === 'assistant') return <ChatAnswer turn={turn} last={false} figureSources={false} onReport={undefined} onAsk={nothing} onRetry={nothing} />
  return (
    <h2 className="pf-chat-question" dir="auto">
      {turn.text}
    </h2>
  )
}

function storeAt(events: readonly WireEvent[], question: string | undefined) {
  const store = createComponentStore()
  if (question !== undefined) store.addUserMessage(question)
  for (const event of events) store.apply(event)
  return store
}

/** The number and the type of the event, and the seconds since the first one. */
function positionText(events: readonly WireEvent[], at: number): string {
  const [first] = events
  const current = events[at - 1]
  if (!first || !current) return `0/${events.length}`
  const [from, to] = [Number(first.event.timestamp), Number(current.event.timestamp)]
  const seconds = Number.isFinite(to - from) ? ` · ${((to - from) / 1000).toFixed(1)} s` : ''
  return `${at}/${events.length} · ${plainText(current.event.type, 60)}${seconds}`
}

/** A client without a server: a recorded run cannot be continued. */
function offlineClient(page: RunPlayerProps['page']): RunClient {
  const refuse = () => Promise.reject(new PfError('unavailable', 'A recorded run has no server.'))
  async function* none(): AsyncGenerator<WireEvent> {}
  return {
    start: none,
    attach: none,
    answer: refuse,
    cancel: async () => false,
    thread: async () => undefined,
    upload: refuse,
    page: page ?? refuse,
    catalog: refuse,
  }
}
