const CODE_FENCE = /^\s*(?:`{3,}|~{3,})[ \t]*(?:mermaid)?[ \t]*\n([\s\S]*?)(?:\n[ \t]*(?:`{3,}|~{3,})[ \t]*)?\s*$/i

/**
 * Repairs the most frequent errors of models in Mermaid text: a code fence around it, and labels of flowcharts and mind maps with
 * characters that Mermaid accepts only in quotation marks. Other text is not changed.
 */
export function repairDiagram(foreign: string): string {
  const text = withoutFence(foreign)
  const kind = /^[ \t]*([A-Za-z][\w-]*)/m.exec(text.replace(/^\s*---\n[\s\S]*?\n---/, '').replace(/%%.*/g, ''))?.[1]
  const repairLine = kind === undefined ? undefined : repairs.get(kind.toLowerCase())
  if (!repairLine || text.length > MAX_LENGTH) return text
  return text.split('\n').map(repairLine).join('\n')
}

const MAX_LENGTH = 50_000

function withoutFence(text: string): string {
  const inner = /^\s*(?:`{3}|~{3})/.test(text) ? CODE_FENCE.exec(text)?.[1] : undefined
  return (inner ?? text).replace(/^\s*mermaid[ \t]*\n/, '')
}

/** The opening brackets of nodes, longest first, with their closing brackets. */
const shapes: readonly (readonly [opening: string, closing: readonly string[]])[] = [
  ['(((', [')))']],
  ['([', ['])']],
  ['((', ['))']],
  ['[[', [']]']],
  ['[(', [')]']],
  ['[/', ['/]', '\\]']],
  ['[\\', ['\\]', '/]']],
  ['{{', ['}}']],
  ['[', [']']],
  ['(', [')']],
  ['{', ['}']],
]

/** Matches what may follow a node: the end, a link, a class, another node or a separator. */
const AFTER_NODE = /^\s*(?:$|;|&|:::|@\{|<?[-=.~]{2,}|<?-\.|[ox]--|[ox]==|%%)/
const MAX_LINE = 2_000

function repairFlowchartLine(line: string): string {
  if (line.length > MAX_LINE || /^\s*(?:%%|style|classDef|class|linkStyle|click|direction)\b/.test(line)) return line
  const title = /^(\s*subgraph\s+)([^[\]"]*[()"{}][^[\]"]*)$/.exec(line)
  if (title) return `${title[1]}${quote(title[2] ?? '')}`
  return repairLinkTexts(repairNodes(line))
}

const NODE_START = /(^|[\s&;>|\-=.])([\p{L}\p{N}_][\p{L}\p{N}_-]*)(?=[[({])/gu

function repairNodes(line: string): string {
  let repaired = ''
  let done = 0
  const starts = new RegExp(NODE_START)
  for (let match = starts.exec(line); match; match = starts.exec(line)) {
    const at = match.index + match[0].length
    const node = nodeAt(line, at)
    if (!node) continue
    repaired += line.slice(done, at) + node.opening + quoteLabel(node.label) + node.closing
    done = at + node.length
    starts.lastIndex = done
  }
  return repaired + line.slice(done)
}

interface FlowchartNode {
  opening: string
  label: string
  closing: string
  length: number
}

function nodeAt(line: string, at: number): FlowchartNode | undefined {
  for (const [opening, closings] of shapes) {
    if (!line.startsWith(opening, at)) continue
    const from = at + opening.length
    const ends = closings.flatMap((closing) => endsOf(line, from, closing))
    const [end] = ends.toSorted((one, other) => one.at - other.at)
    if (end) return { opening, closing: end.closing, label: line.slice(from, end.at), length: end.at + end.closing.length - at }
  }
  return undefined
}

/** Returns the possible ends of a label: closing brackets that are followed by a link or the end of the line. */
function endsOf(line: string, from: number, closing: string): { at: number; closing: string }[] {
  for (let at = line.indexOf(closing, from); at >= 0; at = line.indexOf(closing, at + 1)) {
    if (at > from && AFTER_NODE.test(line.slice(at + closing.length)) && isBalanced(line.slice(from, at))) return [{ at, closing }]
  }
  return []
}

/** False inside a quoted label. */
const isBalanced = (label: string) => !label.trimStart().startsWith('"') || label.trimEnd().length === 1 || label.trimEnd().endsWith('"')

const SPECIAL = /[()[\]{}"<>|]|^[\s]*[/\\]|[/\\]\s*$/

function quoteLabel(label: string): string {
  const inner = /^\s*"([\s\S]*)"\s*$/.exec(label)?.[1]
  if (inner !== undefined) return inner.includes('"') ? quote(inner) : label
  return SPECIAL.test(label) ? quote(label) : label
}

const quote = (label: string) => `"${label.trim().replaceAll('"', '#quot;')}"`

/** Repairs texts of links between vertical bars, or within the link as in `A -- text --> B`. */
function repairLinkTexts(line: string): string {
  return line
    .replace(/([-=.]{2,}[>xo]?\s*\|)([^|]*)(\|)/g, (_, before: string, text: string, after: string) => before + quoteLabel(text) + after)
    .replace(
      /((?:^|\s)(?:--|==|-\.)\s+)([^\s"|>][^"|>]*?[()[\]{}][^"|>]*?)(\s+(?:-{2,}>?|={2,}>?|\.-+>?))/g,
      (_, before: string, text: string, after: string) => before + quote(text) + after,
    )
}

/** Repairs a line of a mind map that Mermaid would read as a name and a shape, of which it shows only the shape. */
function repairMindmapLine(line: string): string {
  const [, indent = '', text = ''] = /^(\s*)(\S.*?)\s*$/.exec(line) ?? []
  if (!/^[^\s([{]+\s.*[([{]/.test(text) || /^(?:mindmap|:::|::icon|%%)/.test(text)) return line
  return `${indent}n${indent.length}[${quote(text)}]`
}

/** Repairs the text and number of a sector. The text needs quotation marks. */
function repairPieLine(line: string): string {
  const [, indent = '', label = '', value = ''] = /^(\s*)([^":\s][^":]*?)\s*:\s*([\d.,_]+)\s*%?\s*$/.exec(line) ?? []
  return label === '' || /^(?:accTitle|accDescr)$/.test(label) ? line : `${indent}${quote(label)} : ${value.replace(/[,_]/g, '')}`
}

const repairs: ReadonlyMap<string, (line: string) => string> = new Map([
  ['flowchart', repairFlowchartLine],
  ['flowchart-elk', repairFlowchartLine],
  ['graph', repairFlowchartLine],
  ['mindmap', repairMindmapLine],
  ['pie', repairPieLine],
])
