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
  if (!/^\s*(?:%%[^\n]*\s+|---[\s\S]*?---\s+)*(?:graph|flowchart)\b/.test(code)) return undefined
  const label = /[\w-]\[(?![[(/\\"])([^\]"\n]*[()][^\]"\n]*)\]/.exec(code)?.[1]
  return label === undefined ? undefined : { at, expected: 'quotes around a label with parentheses, such as A["text (more)"]', received: label }
}

/** Returns a fault of a formula that can be recognized without a parser: unclosed braces, environments and `\left`. */
export function latexIssue(expression: string): Invisible | undefined {
  const at = ['expression']
  const text = expression.replace(/\\\\/g, '  ').replace(/(?<!\\)%[^\n]*/g, '')
  if (text.trim() === '') return { at, expected: 'a formula' }
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
