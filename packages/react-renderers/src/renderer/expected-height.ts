import type { JsonObject } from '@pf/core'
import { componentHeight } from '@pf/registry/browser'

const UNKNOWN = 96
const MOST = 480
const TABLE_HEAD = 84

/** Pixels that a component will probably take: what its props say, else the registry's usual height. */
export function expectedHeight(component: string, props: JsonObject): number {
  const usual = componentHeight(component) ?? UNKNOWN
  const own = typeof props.height === 'string' ? /^(\d{2,4})px$/.exec(props.height)?.[1] : undefined
  if (own !== undefined) return Math.min(MOST, Number(own))
  if (component !== 'datagrid' || !Array.isArray(props.rows) || props.rows.length === 0) return usual
  const page = typeof props.pageSize === 'number' && props.pageSize > 0 ? props.pageSize : 10
  return Math.min(MOST, TABLE_HEAD + Math.min(page, props.rows.length) * (props.compact === true ? 32 : 40))
}
