'use client'

import { createRunClient } from '@pf/agui-adapter/client'
import { ComponentRenderer, MarkdownText, PfProvider, useRun, useTurns } from '@pf/react-renderers'
import '@pf/react-renderers/styles.css'

const client = createRunClient({ baseUrl: '/api' })

function Conversation() {
  const { send } = useRun('thread-1')
  const turns = useTurns().map((turn) => {
    if (turn.kind === 'user') return <h2 key={turn.id}>{turn.text}</h2>
    const texts = turn.segments.map((part) => part.withdrawn || <MarkdownText key={part.id} text={part.text} streaming={!part.done} cut={!!part.cut} />)
    return [texts, turn.components.map((component) => <ComponentRenderer key={component.key} component={component} />)]
  })
  return (
    <main>
      {turns}
      <button type="button" onClick={() => void send('Roll a die')}>
        Roll a die
      </button>
    </main>
  )
}

export default function Chat() {
  return (
    <PfProvider client={client}>
      <Conversation />
    </PfProvider>
  )
}
