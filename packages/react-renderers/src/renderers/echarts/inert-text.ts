/** What every object has without being given it. */
const NAMES = new RegExp(
  Object.getOwnPropertyNames(Object.prototype)
    .map((name) => name.replace(/\W/g, '\\$&'))
    .join('|'),
  'g',
)
/** Takes no room and cannot be seen. */
const APART = '\u200b'
const PLACE = /\{@[^}]*\}|\{[^{}|]*\}/g

/**
 * The same text to a reader, but no name that every object has: ECharts looks up words that it measured, series, stacks and styles in plain
 * objects, finds `constructor` or `__proto__` there, and writes into it, which is then in every object of the page.
 */
export const inertText = (text: string): string => text.replace(NAMES, (name) => `${name.slice(0, 4)}${APART}${name.slice(4)}`)

/** A template of ECharts: what it puts in cannot make such a name together with what stands around it. */
export const inertTemplate = (text: string): string => inertText(text).replace(PLACE, `${APART}$&${APART}`)
