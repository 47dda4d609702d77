import { createRunClient } from '@pf/agui-adapter/client'
import { ComponentRenderer, MarkdownText, PfProvider, useRun, useTurns } from '@pf/react-renderers'
import '@pf/react-renderers/styles.css'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'

function Chat() {
  const { send, retry, restore } = useRun('my-thread')
  useEffect(() => void restore(), [restore])
  const answers = useTurns().filter((turn) => turn.kind === 'assistant')
  const texts = answers.flatMap(({ segments }) => segments).map(({ id, text, done }) => <MarkdownText key={id} text={text} streaming={!done} />)
  const shown = answers.flatMap(({ components }) => components).map((component) => <ComponentRenderer key={component.key} component={component} />)
  const error = answers.at(-1)?.error
  const failure = error && [<p role="alert" key="error" children={error.message} />, <button type="button" key="retry" onClick={retry} children="Try again" />]
  return [<button type="button" key="ask" onClick={() => send('Roll a die')} children="Roll" />, texts, shown, failure]
}

const page = createRoot(document.body.appendChild(document.createElement('main')))
page.render(<PfProvider client={createRunClient()} children={<Chat />} />)
