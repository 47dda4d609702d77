import type { RendererInteraction } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { cardMessages } from '../messages/cards.ts'

/** The way out of a question that this page cannot draw; nothing once it is over. */
export function CancelQuestionButton({ interaction }: { interaction: RendererInteraction }) {
  const messages = useMessages('cards', cardMessages)
  if (interaction.state !== 'open' && interaction.state !== 'failed') return null
  return (
    <button type="button" className="pf-button" onClick={interaction.cancel}>
      {messages.skipQuestion}
    </button>
  )
}
