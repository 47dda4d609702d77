/** The inherited property names of objects. */
const OBJECT_KEYS = new RegExp(
  Object.getOwnPropertyNames(Object.prototype)
    .map((name) => name.replace(/\W/g, '\\$&'))
    .join('|'),
  'g',
)
/** An invisible character of zero width. */
const ZERO_WIDTH_SPACE = '\u200b'
const TEMPLATE_PLACEHOLDER = /\{@[^}]*\}|\{[^{}|]*\}/g

/**
 * Inserts an invisible character into inherited property names such as `constructor` and `__proto__`. ECharts uses texts as keys of plain
 * objects and would otherwise modify the prototype of all objects.
 */
export const escapeObjectKeys = (text: string): string => text.replace(OBJECT_KEYS, (name) => `${name.slice(0, 4)}${ZERO_WIDTH_SPACE}${name.slice(4)}`)

/** Escapes a template so that an inserted value and the text around it cannot form such a name. */
export const escapeTemplate = (text: string): string => escapeObjectKeys(text).replace(TEMPLATE_PLACEHOLDER, `${ZERO_WIDTH_SPACE}$&${ZERO_WIDTH_SPACE}`)

/** Maximum number of lines and of parts with their own style in a text. */
const MAX_PARTS = 40

/** Cuts a text after its first lines and parts. Each of them is measured and drawn on its own. */
export function limitParts(text: string): string {
  let parts = 0
  for (let at = 0; at < text.length; at++) if ((text[at] === '{' || text[at] === '\n') && ++parts > MAX_PARTS) return text.slice(0, at)
  return text
}

const FUNCTION = /^\s*(?:\(?\s*)?(?:async\s+)?(?:function\b[^(]{0,100}\([^)]*\)\s*\{|(?:\([^()]{0,200}\)|[A-Za-z_$][\w$]{0,60})\s*=>)/

/** True for the source of a JavaScript function. Models write them as text, because JSON has no functions. */
export const isFunctionText = (text: string): boolean => FUNCTION.test(text)
