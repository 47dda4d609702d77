import type { RendererInteraction } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { cardMessages } from '../messages/cards.ts'

/** A button that cancels a question that this page cannot render. Renders nothing when the question has ended. */
export function CancelQuestionButton({ interaction }: { interaction: RendererInteraction }) {
  const messages = useMessages('cards', cardMessages)
  if (interaction.state !== 'open' && interaction.state !== 'failed') return null
  return (
    <button type="button" className="pf-button" onClick={interaction.cancel}>
      {messages.skipQuestion}
    </button>
  )
}
