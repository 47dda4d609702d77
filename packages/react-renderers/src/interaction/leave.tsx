import { cardWords } from '../messages/card-words.ts'
import { useWords } from '../messages/use-words.ts'
import type { RendererInteraction } from '../renderer/renderer-props.ts'

/** The way out of a question that this page cannot draw; nothing once it is over. */
export function Leave({ asked }: { asked: RendererInteraction }) {
  const words = useWords('cards', cardWords)
  if (asked.state !== 'open' && asked.state !== 'failed') return null
  return (
    <button type="button" className="pf-button" onClick={asked.cancel}>
      {words.leave}
    </button>
  )
}
