import { createRunClient } from '@pf/agui-adapter/client'
import { ComponentRenderer, MarkdownText, PfProvider, useRun, useTurns } from '@pf/react-renderers'
import '@pf/react-renderers/styles.css'
import { createRoot } from 'react-dom/client'

function Chat() {
  const { send } = useRun('thread-1')
  const turns = useTurns().map((turn) => {
    if (turn.kind === 'user') return <h2 key={turn.id}>{turn.text}</h2>
    const texts = turn.segments.map((part) => part.withdrawn || <MarkdownText key={part.id} text={part.text} streaming={!part.done} cut={!!part.cut} />)
    return [texts, turn.components.map((component) => <ComponentRenderer key={component.key} component={component} />)]
  })
  const ask = () => send('How did delays develop?')
  return [turns, <input key="ask" type="button" value="Ask" onClick={ask} />]
}

const page = createRoot(document.body.appendChild(document.createElement('main')))
page.render(
  <PfProvider client={createRunClient()}>
    <Chat />
  </PfProvider>,
)
