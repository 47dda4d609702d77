import type { ComponentText } from '../contracts/component-text.ts'

/** The text of a component without its own text form: the texts in its props, in order. */
export const genericText: ComponentText = {
  full: (props) => texts(props, 0).join('\n'),
  short: (props) => texts(props, 0).slice(0, 8).join(' '),
}

function texts(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > 8) return []
  return Object.values(value)
    .slice(0, 200)
    .flatMap((part) => texts(part, depth + 1))
}
