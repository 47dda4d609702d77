import { isRecord } from '@pf/core/internal'

/** Options whose texts are colours. */
export const colorKeys: ReadonlySet<string> = new Set([
  'color',
  'color0',
  'borderColor',
  'borderColor0',
  'borderColorDoji',
  'inactiveColor',
  'inactiveBorderColor',
  'pageIconColor',
  'pageIconInactiveColor',
  'fillerColor',
  'contentColor',
])
/** Words that ECharts replaces by another colour. Where it makes gradients of colours, it does not replace them. */
const COLOR_WORD = /^(?:inherit|auto|none|gradient|source|target)$/
const gradientParents: ReadonlySet<string> = new Set(['itemStyle', 'inRange', 'outOfRange'])
const COLOR = /^(?:#[\da-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\([^()]*\))$/i
const WIDE_KEYWORD = /^(?:initial|unset|revert|inherit)$/i

/** Removes texts that are no colours. A canvas throws an error for them in a gradient, each time it is painted. */
export function cleanColor(text: string, parent: string): string | undefined {
  if (COLOR_WORD.test(text)) {
    if (!gradientParents.has(parent)) return text
    return text === 'none' ? 'transparent' : undefined
  }
  if (!COLOR.test(text) || WIDE_KEYWORD.test(text)) return undefined
  return typeof CSS === 'undefined' || CSS.supports('color', text) ? text : undefined
}

/** Returns the first colour of a gradient. */
export function solidColor(record: Record<string, unknown>): string | undefined {
  if (!Array.isArray(record.colorStops)) return undefined
  const first: unknown = record.colorStops[0]
  return isRecord(first) && typeof first.color === 'string' ? first.color.slice(0, 60) : undefined
}
