import type { JsonObject } from '@pf/core'
import { expectedHeight } from './expected-height.ts'
import { label } from './label.ts'

const NOTHING: JsonObject = {}

/** Room for a component that is on its way, as high as it will probably be, so that nothing jumps. */
export function Skeleton({ component, props = NOTHING }: { component: string; props?: JsonObject }) {
  return (
    <div className="pf-skeleton" data-component={component} style={{ blockSize: expectedHeight(component, props) }} aria-busy="true">
      <span className="pf-sr">Preparing {label(component)}</span>
    </div>
  )
}
