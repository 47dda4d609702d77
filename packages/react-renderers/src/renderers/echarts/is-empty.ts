import { isRecord } from '@pf/core'
import type { CleanOption } from './clean-option.ts'
import { listOf } from './list-of.ts'

/** True while no series has data of its own and no dataset has rows: a chart of it would be bare axes. */
export function isEmpty(option: CleanOption): boolean {
  const filled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : isRecord(value) && Object.keys(value).length > 0)
  const any = (part: unknown, keys: readonly string[]) =>
    listOf(part)
      .filter(isRecord)
      .some((item) => keys.some((key) => filled(item[key])))
  return !any(option.series, ['data', 'nodes', 'links', 'edges']) && !any(option.dataset, ['source'])
}
