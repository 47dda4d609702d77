import { createRunClient } from '@pf/agui-adapter/client'
import { ComponentRenderer, MarkdownText, PfProvider, useRun, useTurns } from '@pf/react-renderers'
import '@pf/react-renderers/styles.css'
import { type FormEvent, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './page.css'

interface NodesStatus {
  nodes: { name: string; pid: number; running: boolean }[]
  latest?: { run_id: string; node: string; pid: number }
}

const examples = ['Write a long answer', 'Show me a form']

function Chat({ thread_id, known }: { thread_id: string; known: boolean }) {
  const { send, stop, retry, restore, status, connection } = useRun(thread_id)
  const turns = useTurns()
  const [text, setText] = useState('')
  useEffect(() => {
    if (known) restore().catch(() => undefined)
  }, [restore, known])
  const ask = (question: string) => {
    history.replaceState(null, '', `?thread=${thread_id}`)
    if (send(question)) setText('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask(text)
  }
  const last = turns.at(-1)
  const error = last?.kind === 'assistant' ? last.error : undefined
  return (
    <main>
      <h1>One conversation, two nodes</h1>
      <Nodes />
      <div role="log" aria-label="Conversation">
        {turns.map((turn) =>
          turn.kind === 'user' ? (
            <h2 key={turn.id}>{turn.text}</h2>
          ) : (
            <article key={turn.id} aria-label="Answer" data-status={turn.status}>
              {turn.segments.map((part) => part.withdrawn || <MarkdownText key={part.id} text={part.text} streaming={!part.done} cut={!!part.cut} />)}
              {turn.components.map((component) => (
                <ComponentRenderer key={component.key} component={component} />
              ))}
            </article>
          ),
        )}
      </div>
      {error && (
        <p role="alert">
          {error.message} <button type="button" onClick={retry} children="Try again" />
        </p>
      )}
      <p role="status">{connection === 'reconnecting' ? 'The connection was lost. Connecting again…' : status === 'running' ? 'Working…' : ''}</p>
      <form onSubmit={submit}>
        <input aria-label="Your question" value={text} onChange={(event) => setText(event.target.value)} placeholder="Your question" />
        {status === 'running' ? <button type="button" onClick={stop} children="Stop" /> : <button type="submit" children="Ask" />}
      </form>
      <p className="examples">
        {examples.map((example) => (
          <button key={example} type="button" disabled={status === 'running'} onClick={() => ask(example)} children={example} />
        ))}
      </p>
    </main>
  )
}

/** The processes and who called the model last, as the balancer of `start.ts` tells; nothing behind other balancers. */
function Nodes() {
  const [state, setState] = useState<NodesStatus>()
  useEffect(() => {
    const load = () =>
      fetch('/nodes')
        .then((response) => (response.ok ? response.json() : undefined))
        .then(setState, () => undefined)
    const timer = setInterval(load, 500)
    return () => clearInterval(timer)
  }, [])
  if (!state) return null
  return (
    <ul aria-label="Nodes">
      {state.nodes.map(({ name, pid, running }) => (
        <li key={name} data-running={running}>
          {name}: {running ? `process ${pid}` : 'not running'}
          {state.latest?.pid === pid && <strong>, called the model last</strong>}
        </li>
      ))}
    </ul>
  )
}

const known = new URLSearchParams(location.search).get('thread')
createRoot(document.body.appendChild(document.createElement('div'))).render(
  <PfProvider client={createRunClient()}>
    <Chat thread_id={known ?? crypto.randomUUID()} known={known !== null} />
  </PfProvider>,
)
