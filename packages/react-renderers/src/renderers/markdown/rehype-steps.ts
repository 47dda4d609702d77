/** The part of a hast node that is looked at here. */
interface Node {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

/** A rehype plugin: raw HTML becomes the text that it is, before anything could take it for elements. */
export function rawToText() {
  return (tree: Node): void => {
    const open: Node[] = [tree]
    for (let node = open.pop(); node; node = open.pop()) {
      if (node.type === 'raw') node.type = 'text'
      if (node.children) open.push(...node.children)
    }
  }
}

const LABEL = 'footnote-label'

/** A rehype plugin: the heading of the footnotes, which has one fixed id, gets the prefix that all other ids have. */
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

/** The text below a node, as far as `most` characters. */
export function textOf(node: Node | undefined, maxLength = 2_000): string {
  const open: Node[] = node ? [node] : []
  let text = ''
  for (let next = open.shift(); next && text.length < maxLength; next = open.shift()) {
    if (next.type === 'text') text += next.value ?? ''
    if (next.children) open.unshift(...next.children)
  }
  return text
}

/** True when an image stands below a node. */
export const holdsImage = (node: Node | undefined): boolean => (node?.children ?? []).some((child) => child.tagName === 'img' || holdsImage(child))
