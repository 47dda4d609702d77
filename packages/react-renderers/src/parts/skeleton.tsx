import type { JsonObject } from '@pf/core'
import { componentHeight } from '@pf/registry/browser'
import { useMessages } from '../context/use-messages.ts'
import { cardMessages } from '../messages/cards.ts'

const NOTHING: JsonObject = {}

/** A placeholder with the expected height of a component, which avoids layout shifts. */
export function Skeleton({ component, props = NOTHING }: { component: string; props?: JsonObject }) {
  const messages = useMessages('cards', cardMessages)
  return (
    <div className="pf-skeleton" data-component={component} style={{ blockSize: expectedHeight(component, props) }} aria-busy="true">
      <span className="pf-sr">{messages.preparing(messages.kind(component))}</span>
    </div>
  )
}

const DEFAULT_HEIGHT = 96
const MAX_HEIGHT = 480
const TABLE_HEAD = 84

/** Returns the expected height in pixels: that of the props, otherwise the usual height in the registry. */
export function expectedHeight(component: string, props: JsonObject): number {
  const usual = componentHeight(component) ?? DEFAULT_HEIGHT
  const { height, rows, pageSize, compact } = props
  const own = typeof height === 'string' && /^(\d{2,4})px$/.exec(height)
  if (own) return Math.min(MAX_HEIGHT, Number(own[1]))
  if (component !== 'datagrid' || !Array.isArray(rows) || rows.length === 0) return usual
  const page = typeof pageSize === 'number' && pageSize > 0 ? pageSize : 10
  return Math.min(MAX_HEIGHT, TABLE_HEAD + Math.min(page, rows.length) * (compact === true ? 32 : 40))
}
