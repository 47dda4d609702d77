/** The properties of a hast node that are used here. */
interface Node {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

const LINE_BREAK = /^<br\s*\/?>$/i

/** A rehype plugin that converts raw HTML to text. `<br>` in a table stays a line break, because a cell has no other way to contain two lines. */
export function rawToText() {
  return (tree: Node): void => {
    const open: [node: Node, inCell: boolean][] = [[tree, false]]
    for (let next = open.pop(); next; next = open.pop()) {
      const [node, inCell] = next
      if (node.type === 'raw' && inCell && LINE_BREAK.test(node.value ?? ''))
        Object.assign(node, { type: 'element', tagName: 'br', properties: {}, children: [] })
      else if (node.type === 'raw') node.type = 'text'
      const cell = inCell || node.tagName === 'td' || node.tagName === 'th'
      for (const child of node.children ?? []) open.push([child, cell])
    }
  }
}

const LABEL = 'footnote-label'

/** A rehype plugin that adds the id prefix to the heading of the footnotes. */
export function scopeLabel(prefix: string) {
  return (tree: Node): void => {
    const open: Node[] = [tree]
    for (let node = open.pop(); node; node = open.pop()) {
      const { properties } = node
      if (properties?.id === LABEL) properties.id = prefix + LABEL
      if ([properties?.ariaDescribedBy].flat().includes(LABEL) && properties) properties.ariaDescribedBy = [prefix + LABEL]
      if (node.children) open.push(...node.children)
    }
  }
}

/** Returns the text content of a node, up to about `maxLength` characters. */
export function textOf(node: Node | undefined, maxLength = 2_000): string {
  const open: Node[] = node ? [node] : []
  let text = ''
  for (let next = open.shift(); next && text.length < maxLength; next = open.shift()) {
    if (next.type === 'text') text += next.value ?? ''
    if (next.children) open.unshift(...next.children)
  }
  return text
}

const FORMATTING = new Set('abbr b cite code del em i ins kbd mark q s samp small span strike strong sub sup u var'.split(' '))

const isFormula = (node: Node) => [node.properties?.className].flat().some((name) => String(name).startsWith('math-'))

/** True if a node contains only text and its formatting, without images, formulas and line breaks. */
export const isTextOnly = (node: Node | undefined): boolean =>
  (node?.children ?? []).every((child) => child.type === 'text' || (FORMATTING.has(child.tagName ?? '') && !isFormula(child) && isTextOnly(child)))
