import { isRecord } from '@pf/core/internal'

/** Cost of a character, and of a line or a part with its own style, in milliseconds. */
const CHARACTER_MS = 0.0002
const PART_MS = 0.01
/** Cost of a character in a text that is broken at any character. */
const BROKEN_CHARACTER_MS = 0.006

/** Maximum depth of the records in which texts are looked for. */
const MAX_DEPTH = 8

/** What the cost of a text depends on beside the text. */
export interface TextContext {
  /** True if texts can be broken at any character. */
  isBroken: boolean
  /** Length of the longest name, which each placeholder of a template can insert. */
  nameLength: number
}

/** Returns the cost of drawing a text once, in milliseconds; 0 for other values. */
export const textMs = (text: unknown, { isBroken }: TextContext): number =>
  typeof text === 'string' ? countParts(text) * PART_MS + text.length * (isBroken ? BROKEN_CHARACTER_MS : CHARACTER_MS) : 0

const templateMs = (template: string, context: TextContext): number =>
  textMs(template, context) + countPlaceholders(template) * context.nameLength * (context.isBroken ? BROKEN_CHARACTER_MS : CHARACTER_MS)

/** Placeholders such as `{b}` and `{@name}`. The start of a part with its own style, such as `{a|`, inserts nothing. */
const countPlaceholders = (template: string): number => template.match(/\{[^{}|]*\}/g)?.length ?? 0

/** Returns the number of lines and of parts with their own style in a text, which are measured and drawn one by one. */
export function countParts(text: string): number {
  let parts = 0
  for (let at = 0; at < text.length; at++) if (text[at] === '{' || text[at] === '\n') parts++
  return parts
}

/** Lists of elements, whose own texts are counted for each element. */
const DATA: ReadonlySet<string> = new Set(['data', 'nodes', 'links', 'edges', 'children', 'source'])

/** Returns the cost of drawing the templates of a record once, in milliseconds. Of the items in a list, such as levels of a tree, one applies. */
export function templatesMs(value: unknown, context: TextContext, depth = 0): number {
  if (depth > MAX_DEPTH) return 0
  if (Array.isArray(value)) return value.reduce<number>((max, item) => Math.max(max, templatesMs(item, context, depth + 1)), 0)
  if (!isRecord(value)) return 0
  return Object.entries(value).reduce((sum, [key, inner]) => {
    if (DATA.has(key)) return sum
    return sum + (typeof inner === 'string' && /formatter$/i.test(key) ? templateMs(inner, context) : templatesMs(inner, context, depth + 1))
  }, 0)
}

/** True if a text anywhere in an option is broken into lines, at any character where words are longer. */
export function breaksTexts(value: unknown, depth = 0): boolean {
  if (Array.isArray(value)) return depth < MAX_DEPTH && value.some((item) => typeof item === 'object' && breaksTexts(item, depth + 1))
  if (!isRecord(value) || depth > MAX_DEPTH) return false
  return Object.entries(value).some(([key, inner]) =>
    key === 'overflow' ? typeof inner === 'string' && inner.startsWith('break') : breaksTexts(inner, depth + 1),
  )
}

/** Returns the length of the longest text in a list of data, in its items and in their children. */
export function longestText(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null || depth > MAX_NAME_DEPTH) return 0
  let max = 0
  for (const item of Array.isArray(value) ? value : Object.values(value)) if (typeof item !== 'number') max = Math.max(max, longestText(item, depth + 1))
  return max
}

const MAX_NAME_DEPTH = 64
