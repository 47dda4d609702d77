import type { JsonObject } from '@pf/core'
import { cardWords } from '../messages/card-words.ts'
import { useWords } from '../messages/use-words.ts'
import { expectedHeight } from './expected-height.ts'

const NOTHING: JsonObject = {}

/** Room for a component that is on its way, as high as it will probably be, so that nothing jumps. */
export function Skeleton({ component, props = NOTHING }: { component: string; props?: JsonObject }) {
  const words = useWords('cards', cardWords)
  return (
    <div className="pf-skeleton" data-component={component} style={{ blockSize: expectedHeight(component, props) }} aria-busy="true">
      <span className="pf-sr">{words.preparing(words.kind(component))}</span>
    </div>
  )
}
