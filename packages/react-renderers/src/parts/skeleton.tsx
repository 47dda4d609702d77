import type { JsonObject } from '@pf/core'
import { useMessages } from '../context/use-messages.ts'
import { cardMessages } from '../messages/cards.ts'
import { expectedHeight } from './expected-height.ts'

const NOTHING: JsonObject = {}

/** Room for a component that is on its way, as high as it will probably be, so that nothing jumps. */
export function Skeleton({ component, props = NOTHING }: { component: string; props?: JsonObject }) {
  const messages = useMessages('cards', cardMessages)
  return (
    <div className="pf-skeleton" data-component={component} style={{ blockSize: expectedHeight(component, props) }} aria-busy="true">
      <span className="pf-sr">{messages.preparing(messages.kind(component))}</span>
    </div>
  )
}
