import { componentHeight } from '@pf/registry'
import { label } from './label.ts'

const HEIGHT = 96

/** Room for a component that is on its way, as high as it will probably be, so that nothing jumps. */
export function Skeleton({ component }: { component: string }) {
  const height = componentHeight(component) ?? HEIGHT
  return (
    <div className="pf-skeleton" data-component={component} style={{ blockSize: height }} aria-busy="true">
      <span className="pf-sr">Preparing {label(component)}</span>
    </div>
  )
}
