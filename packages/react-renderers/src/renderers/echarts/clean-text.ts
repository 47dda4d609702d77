/** What every object has without being given it. */
const OBJECT_KEYS = new RegExp(
  Object.getOwnPropertyNames(Object.prototype)
    .map((name) => name.replace(/\W/g, '\\$&'))
    .join('|'),
  'g',
)
/** Takes no room and cannot be seen. */
const ZERO_WIDTH_SPACE = '\u200b'
const TEMPLATE_PLACEHOLDER = /\{@[^}]*\}|\{[^{}|]*\}/g

/**
 * The same text to a reader, but no name that every object has: ECharts looks up words that it measured, series, stacks and styles in plain
 * objects, finds `constructor` or `__proto__` there, and writes into it, which is then in every object of the page.
 */
export const escapeObjectKeys = (text: string): string => text.replace(OBJECT_KEYS, (name) => `${name.slice(0, 4)}${ZERO_WIDTH_SPACE}${name.slice(4)}`)

/** A template of ECharts: what it puts in cannot make such a name together with what stands around it. */
export const escapeTemplate = (text: string): string => escapeObjectKeys(text).replace(TEMPLATE_PLACEHOLDER, `${ZERO_WIDTH_SPACE}$&${ZERO_WIDTH_SPACE}`)
