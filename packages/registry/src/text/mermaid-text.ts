import type { ComponentText } from '../contracts/component-text.ts'
import { count, textAt } from './parts.ts'

const kinds = new Map([
  ['graph', 'Flowchart'],
  ['flowchart', 'Flowchart'],
  ['sequencediagram', 'Sequence diagram'],
  ['classdiagram', 'Class diagram'],
  ['statediagram', 'State diagram'],
  ['erdiagram', 'Entity diagram'],
  ['gantt', 'Gantt chart'],
  ['journey', 'User journey'],
  ['gitgraph', 'Git graph'],
  ['mindmap', 'Mind map'],
  ['timeline', 'Timeline'],
  ['pie', 'Pie chart'],
])

/** Mermaid text is readable without rendering. `short` gives the type of diagram and the first labels. */
export const mermaidText: ComponentText = {
  full: (props) => `${kindOf(textAt(props, 'code'))}:\n${textAt(props, 'code')}`,
  short: (props) => {
    const code = textAt(props, 'code')
    const labels = labelsOf(code.slice(0, 4000))
    return `${kindOf(code)}, ${count(code.split('\n').length, 'line')}${labels.length > 0 ? `: ${labels.join(', ')}` : ''}`
  },
}

/** Returns the type of diagram, which is the first word outside of comments and frontmatter. */
function kindOf(code: string): string {
  const lines = code.slice(0, 4000).split('\n')
  const start = lines[0]?.trim() === '---' ? lines.indexOf('---', 1) + 1 : 0
  const first = lines.slice(start).find((line) => line.trim() !== '' && !line.trim().startsWith('%%'))
  const word = /^\s*([A-Za-z]+)/.exec(first ?? '')?.[1] ?? ''
  return kinds.get(word.toLowerCase()) ?? 'Diagram'
}

const label = /[[({]{1,3}["']?([^\n[\](){}"'|]{2,60})["']?[\])}]|:[ \t]*([^\n:]{2,60})$/gm

const labelsOf = (code: string): string[] => [...new Set([...code.matchAll(label)].map(([, node, message]) => (node ?? message ?? '').trim()))].slice(0, 12)
