import { createRunClient } from '@pf/agui-adapter/client'
import { ComponentRenderer, PfProvider, useRun, useTurns } from '@pf/react-renderers'
import { createRoot } from 'react-dom/client'
import '@pf/react-renderers/styles.css'

const client = createRunClient()
/** From the address: `?questions=first,second`. */
const questions = new URLSearchParams(location.search).get('questions')?.split(',') ?? []

/** A small chat: one button for each question, and what was answered. */
function Chat() {
  const { send, status } = useRun('thread')
  const turns = useTurns()
  return (
    <main>
      {questions.map((question) => (
        <button key={question} type="button" onClick={() => send(question)}>
          {question}
        </button>
      ))}
      <output>{status}</output>
      {turns.map(
        (turn) =>
          turn.kind === 'assistant' && (
            <article key={turn.id}>
              {turn.components.map((component) => (
                <ComponentRenderer key={component.key} component={component} />
              ))}
              <p>{turn.segments.map(({ text }) => text).join('')}</p>
            </article>
          ),
      )}
    </main>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <PfProvider client={client}>
    <Chat />
  </PfProvider>,
)
