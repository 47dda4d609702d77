import type { JsonObject } from '@pf/core'
import { componentHeight } from '@pf/registry/browser'

const UNKNOWN = 96
const MOST = 480
const TABLE_HEAD = 84

/** Pixels that a component will probably take: what its props say, else the registry's usual height. */
export function expectedHeight(component: string, props: JsonObject): number {
  const usual = componentHeight(component) ?? UNKNOWN
  const { height, rows, pageSize, compact } = props
  const own = typeof height === 'string' && /^(\d{2,4})px$/.exec(height)
  if (own) return Math.min(MOST, Number(own[1]))
  if (component !== 'datagrid' || !Array.isArray(rows) || rows.length === 0) return usual
  const page = typeof pageSize === 'number' && pageSize > 0 ? pageSize : 10
  return Math.min(MOST, TABLE_HEAD + Math.min(page, rows.length) * (compact === true ? 32 : 40))
}
