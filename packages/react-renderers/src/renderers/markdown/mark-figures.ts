import type { TextMark } from '../../context/figure-context.ts'

/** The properties of a hast node that are used here. */
interface Node {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: Node[]
  position?: { start: { offset?: number }; end: { offset?: number } }
}

/** Figures inside of these are not marked: a mark would be a control inside of another one, or part of code. */
const skipped = new Set(['a', 'code', 'pre', 'button', 'summary'])

/**
 * A rehype plugin that puts `<data value=INDEX>` around figures. The offsets of a figure are those of the Markdown source. Of a text node
 * whose source has escapes or indentation, the nth occurrence of a figure is the nth in its source; if the numbers of occurrences differ, the
 * figure is not marked.
 */
export function markFigures({ source, marks }: { source: string; marks: readonly TextMark[] }) {
  return (tree: Node): void => {
    const open: Node[] = [tree]
    for (let node = open.pop(); node; node = open.pop()) {
      if (!node.children || skipped.has(node.tagName ?? '')) continue
      node.children = node.children.flatMap((child) => (child.type === 'text' ? split(child, source, marks) : [child]))
      open.push(...node.children.filter(({ tagName }) => tagName !== 'data'))
    }
  }
}

function split(node: Node, source: string, marks: readonly TextMark[]): Node[] {
  const { value = '', position } = node
  const [from, to] = [position?.start.offset, position?.end.offset]
  if (from === undefined || to === undefined) return [node]
  const parts: Node[] = []
  let done = 0
  for (const mark of marks) {
    if (mark.start < from || mark.end > to) continue
    const at = locate(mark, { value, source: source.slice(from, to), from })
    if (at === undefined || at < done) continue
    if (at > done) parts.push({ type: 'text', value: value.slice(done, at) })
    done = at + mark.text.length
    parts.push({
      type: 'element',
      tagName: 'data',
      properties: { value: String(mark.index), dataUnproven: mark.unproven },
      children: [{ type: 'text', value: mark.text }],
    })
  }
  if (parts.length === 0) return [node]
  if (done < value.length) parts.push({ type: 'text', value: value.slice(done) })
  return parts
}

/** Returns the offset of a figure in the value of a text node. */
function locate({ start, text }: TextMark, { value, source, from }: { value: string; source: string; from: number }): number | undefined {
  if (source === value) return start - from
  const inSource = occurrences(source, text)
  const inValue = occurrences(value, text)
  const at = inSource.length === inValue.length ? inValue[inSource.indexOf(start - from)] : undefined
  const isPart = at !== undefined && (isDigit(value[at - 1]) || isDigit(value[at + text.length]))
  return isPart ? undefined : at
}

/** A figure beside a digit is a part of another number, which the source writes with an entity. */
const isDigit = (char: string | undefined) => char !== undefined && /\p{N}/u.test(char)

function occurrences(text: string, figure: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(figure); at >= 0; at = text.indexOf(figure, at + figure.length)) found.push(at)
  return found
}
