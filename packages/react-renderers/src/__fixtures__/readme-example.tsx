import type { RunClient } from '@pf/core'
import { ComponentRenderer, MarkdownText, PfProvider, useRun, useTurns } from '@pf/react-renderers'
import '@pf/react-renderers/styles.css'

function Chat() {
  const run = useRun('thread-1')
  const turns = useTurns()
  return (
    <main>
      {turns.map((turn) =>
        turn.kind === 'user' ? (
          <h2 key={turn.id}>{turn.text}</h2>
        ) : (
          <article key={turn.id}>
            {turn.segments.map((part) => part.withdrawn || <MarkdownText key={part.id} text={part.text} streaming={!part.done} cut={!!part.cut} />)}
            {turn.components.map((component) => (
              <ComponentRenderer key={component.key} component={component} />
            ))}
          </article>
        ),
      )}
      <button type="button" onClick={() => run.send('How did delays develop?')}>
        Ask
      </button>
      <button type="button" onClick={() => run.stop()}>
        Stop
      </button>
    </main>
  )
}

/** `client` is createRunClient() of @pf/agui-adapter/client, or the app's own. */
export const App = ({ client }: { client: RunClient }) => (
  <PfProvider client={client}>
    <Chat />
  </PfProvider>
)
