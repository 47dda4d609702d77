import { createRunClient } from '@pf/agui-adapter/client'
import { ComponentRenderer, PfProvider, useRun, useTurns } from '@pf/react-renderers'
import '@pf/react-renderers/styles.css'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

function Conversation() {
  const { send } = useRun('thread-1')
  const turns = useTurns().filter((turn) => turn.kind === 'assistant')
  const shown = turns.flatMap(({ components }) => components).map((component) => createElement(ComponentRenderer, { key: component.key, component }))
  return [createElement('button', { key: 'ask', type: 'button', onClick: () => send('Roll a die') }, 'Roll a die'), shown]
}

const root = createRoot(document.body.appendChild(document.createElement('main')))
root.render(createElement(PfProvider, { client: createRunClient() }, createElement(Conversation)))
