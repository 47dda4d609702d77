import { escapeObjectKeys, escapeTemplate, isFunctionText, limitParts } from './clean-text.ts'
import { findRange, OTHER_RANGE, symbols } from './option-table.ts'
import { isSmallRaster } from './raster-size.ts'

const MAX_TEXT = 2_000
/** Maximum length of the path of a symbol, which is drawn for each point. */
const MAX_PATH = 1_000
const IMAGE = /^\s*image:\/\//i
/** Keys whose values are texts of the data. Under any other key, the source of a function as text is removed. */
const textKeys: ReadonlySet<string> = new Set(['data', 'name', 'text', 'subtext', 'value', 'id', 'source', 'description'])
/** A day that a database stores as a time. On an axis in the reader's time zone, it could be shown as the previous day. */
const MIDNIGHT = /^\d{4}-\d{2}-\d{2}[T ]00:00(?::00(?:\.0+)?)?(?:Z|\s?(?:UTC|GMT)|\+00(?::?00)?)$/
const RASTER = /^(?:image:\/\/)?data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/
const MAX_RASTER = 200_000
/** Keys of templates, whose placeholders ECharts replaces. */
export const FORMATTER_KEY = /formatter$/i
/** Parts of a colour, which are numbers. */
const channelKeys: ReadonlySet<string> = new Set(['opacity', 'colorAlpha', 'colorHue', 'colorLightness', 'colorSaturation'])
const SYMBOL_KEY = /^(?:symbol|edgeSymbol|icon|itemSymbol|\w+Icon)$/
const MAX_PERCENT = 1_000
const NUMERIC = /^\s*([-+]?[\d.]+(?:e[-+]?\d+)?)\s*(%)?/i
const WIDTH_KEY = /width$/i
const MIN_WIDTH = 0.1

/** Returns the text of an option as it is passed to ECharts, or undefined if it is removed. */
export function cleanText(text: string | undefined, key: string): string | undefined {
  if (text === undefined) return undefined
  if (isFunctionText(text) && !textKeys.has(key)) return undefined
  if (IMAGE.test(text)) return isAllowedRaster(text.trim()) ? text.trim() : undefined
  if (FORMATTER_KEY.test(key)) return escapeTemplate(limitParts(withoutTags(text)))
  if (SYMBOL_KEY.test(key)) return symbols.has(text) || (text.startsWith('path://') && text.length <= MAX_PATH) ? text : undefined
  if (!isWithinRange(text, key) || (channelKeys.has(key) && text !== 'none' && !Number.isFinite(Number(text)))) return undefined
  if (MIDNIGHT.test(text)) return text.slice(0, 10)
  return escapeObjectKeys(limitParts(text.length > MAX_TEXT ? text.slice(0, MAX_TEXT).toWellFormed() : text))
}

export const isAllowedRaster = (text: string) => text.length <= MAX_RASTER && RASTER.test(text) && isSmallRaster(text)

/** False for a text with a number or percentage outside of the range of its option. */
function isWithinRange(text: string, key: string): boolean {
  const range = findRange(key)
  const [, digits, percent] = NUMERIC.exec(text) ?? []
  if (!range || digits === undefined) return true
  const value = Number(digits)
  return percent === undefined ? value >= range[0] && value <= range[1] : Math.abs(value) <= MAX_PERCENT
}

/** Converts line breaks and removes other tags, because templates are often written for HTML tooltips. */
const withoutTags = (text: string) =>
  text
    .slice(0, 2_000)
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<[^<>]*>?/g, '')

/** Clamps a number to the range of its option. */
export function cleanNumber(value: number, key: string): number | undefined {
  if (!Number.isFinite(value)) return undefined
  const [min, max] = findRange(key) ?? OTHER_RANGE
  // Lines that are thinner cannot be seen, and their dashes are so short that drawing them takes long.
  if (WIDTH_KEY.test(key) && Math.abs(value) < MIN_WIDTH) return 0
  return Math.min(max, Math.max(min, value))
}
