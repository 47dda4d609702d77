/** A fault in valid props because of which nothing would be shown, with its location in the props. */
export interface Invisible {
  at: string[]
  expected: string
  received?: string
}

/** Returns a fault of a Mermaid diagram that can be recognized without a parser. */
export function mermaidIssue(code: string): Invisible | undefined {
  const at = ['code']
  if (code.trim() === '') return { at, expected: 'a diagram' }
  if (/^\s*(?:```|~~~)/.test(code)) return { at, expected: 'the diagram alone, without a code fence' }
  const [kind = '', body = ''] = splitDiagram(code)
  if (!diagramKinds.test(kind)) return { at, expected: 'a kind of diagram at the start, such as "flowchart TD", "sequenceDiagram" or "pie"', received: kind }
  if (body.trim() === '') return { at, expected: 'at least one line behind the kind of diagram', received: kind }
  if (/^pie\b/.test(kind) && !/:\s*[\d.]/.test(body)) return { at, expected: 'at least one slice, such as "a" : 5' }
  if (/^gantt\b/.test(kind) && !/^(?!\s*(?:title|section|dateFormat|axisFormat|excludes|todayMarker)\b)[^\n:]+:/m.test(body))
    return { at, expected: 'at least one task, such as Design :a1, 2024-01-01, 5d' }
  if (!/^(?:graph|flowchart)\b/.test(kind)) return undefined
  const label = /[\w-]\[(?![[(/\\"])([^\]"\n]*[()][^\]"\n]*)\]/.exec(code)?.[1]
  return label === undefined ? undefined : { at, expected: 'quotes around a label with parentheses, such as A["text (more)"]', received: label }
}

/** The kinds of diagram of Mermaid 11, as the first line of a text names them. */
const diagramKinds =
  /^(?:graph|flowchart(?:-elk|-v2)?|sequenceDiagram|classDiagram(?:-v2)?|stateDiagram(?:-v2)?|erDiagram|journey|gantt|pie|quadrantChart|requirement(?:Diagram)?|gitGraph|C4(?:Context|Container|Component|Dynamic|Deployment)|mindmap|timeline|zenuml|sankey(?:-beta)?|xychart(?:-beta)?|block(?:-beta)?|packet(?:-beta)?|kanban|architecture(?:-beta)?|radar(?:-beta)?|treemap(?:-beta)?|info|[a-z]+-beta)(?![\w-])/

/** The line that names the kind of a diagram, and the lines behind it. Comments, directives and settings before it are skipped. */
function splitDiagram(code: string): [kind: string, body: string] {
  const lines = code
    .replace(/^\s*---\r?\n[\s\S]*?\n\s*---\s*(?:\r?\n|$)/, '')
    .replace(/%%\{[\s\S]*?\}%%/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('%%'))
  const [first = '', ...rest] = lines
  // "pie title Pets", "gantt; ..." and "graph TD; A-->B" continue on the first line.
  const [, kind = first, behind = ''] = /^((?:graph|flowchart)[\w-]*(?:\s+(?:TB|TD|BT|RL|LR|[<>^v]))?|[\w-]+:?)\s*;?(.*)$/.exec(first) ?? []
  return [kind, [behind, ...rest].join('\n')]
}

/** Returns a fault of a formula that can be recognized without a parser: unclosed braces, environments and `\left`. */
export function latexIssue(expression: string): Invisible | undefined {
  const at = ['expression']
  const text = expression.replace(/\\\\/g, '  ').replace(/(?<!\\)%[^\n]*/g, '')
  // Delimiters and a fence around the formula are taken off by the page.
  const inner = text.replace(/^\s*(?:```|~~~)[^\n]*\n|(?:```|~~~)\s*$|\$|\\[[\]()]|\\(?:quad|qquad|[,;:! ])/g, '')
  if (inner.replace(/\\[hv]?phantom\s*\{[^{}]*\}|\{\s*\}/g, '').trim() === '') return { at, expected: 'a formula' }
  let depth = 0
  for (const [brace] of text.matchAll(/\\[{}]|[{}]/g)) {
    if (brace === '{') depth += 1
    if (brace === '}') depth -= 1
    if (depth < 0) return { at, expected: 'an opening brace for each closing one' }
  }
  if (depth > 0) return { at, expected: `${depth} more closing brace${depth === 1 ? '' : 's'}` }
  if (countOf(text, /\\left(?![a-zA-Z])/g) !== countOf(text, /\\right(?![a-zA-Z])/g)) return { at, expected: 'a \\right for each \\left' }
  const open: string[] = []
  for (const [, kind, name = ''] of text.matchAll(/\\(begin|end)\s*\{([^{}]*)\}/g)) {
    if (kind === 'begin') open.push(name)
    else if (open.pop() !== name) return { at, expected: `a \\begin{${name.slice(0, 40)}} for its \\end` }
  }
  const [unclosed] = open
  return unclosed === undefined ? undefined : { at, expected: `an \\end{${unclosed.slice(0, 40)}}` }
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
