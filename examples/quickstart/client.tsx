import { createRunClient } from '@pf/agui-adapter/client'
import { ComponentRenderer, MarkdownText, PfProvider, useRun, useTurns } from '@pf/react-renderers'
import '@pf/react-renderers/styles.css'
import { createRoot } from 'react-dom/client'

function Chat() {
  const ask = useRun('my-thread').send
  const answers = useTurns().filter((turn) => turn.kind === 'assistant')
  const texts = answers.flatMap(({ segments }) => segments).map(({ id, text, done }) => <MarkdownText key={id} text={text} streaming={!done} />)
  const shown = answers.flatMap(({ components }) => components).map((component) => <ComponentRenderer key={component.key} component={component} />)
  return [<button type="button" key="ask" onClick={() => ask('Roll a die')} children="Roll" />, texts, shown]
}

const page = createRoot(document.body.appendChild(document.createElement('main')))
page.render(<PfProvider client={createRunClient()} children={<Chat />} />)
