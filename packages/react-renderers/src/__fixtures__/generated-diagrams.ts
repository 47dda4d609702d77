/** A kind of diagram: the text before its statements, and a statement with a number and a label. */
export interface DiagramKind {
  head: string
  statement: (at: number, label: string) => string
  /** Text between the statements; a new line if absent. */
  between?: string
  tail?: string
}

/** Every kind of diagram that is drawn, with the statements that take the longest. */
export const diagramKinds: Readonly<Record<string, DiagramKind>> = {
  'flowchart, nodes in a row': { head: 'flowchart LR', statement: (at, label) => ` n${at}["${label}"] --> n${at + 1}` },
  'flowchart, nodes without lines': { head: 'graph TD', statement: (at, label) => ` n${at}["${label}"]` },
  'flowchart, labels on lines': { head: 'graph TD', statement: (at, label) => ` n${at % 9} -->|${label}| m${at}` },
  'flowchart, statements on one line': { head: 'graph TD', statement: (at, label) => `n${at % 30}["${label}"] --> n${(at * 7) % 31}`, between: ';' },
  'flowchart, groups': { head: 'graph TD', statement: (at, label) => ` subgraph g${at} ["${label}"]\n a${at} --> b${at}\n end` },
  'sequence of messages': { head: 'sequenceDiagram', statement: (at, label) => ` A${at % 9}->>B${at % 7}: ${label}` },
  'sequence of wrapped messages': { head: 'sequenceDiagram', statement: (at, label) => ` A->>B${at % 7}: wrap: ${label}` },
  'sequence of notes': { head: 'sequenceDiagram', statement: (_, label) => ` Note over A: ${label}` },
  'sequence in loops': { head: 'sequenceDiagram', statement: (_, label) => ` loop ${label}\n A->>B: x\n end` },
  'sequence of participants': { head: 'sequenceDiagram', statement: (at, label) => ` participant P${at} as ${label}` },
  'classes with members': { head: 'classDiagram', statement: (at, label) => ` class C${at} {\n +m${at}() ${label}\n }` },
  'classes with relations': { head: 'classDiagram', statement: (at, label) => ` C${at % 20} <|-- C${(at * 7) % 23} : ${label}` },
  'states': { head: 'stateDiagram-v2', statement: (at, label) => ` s${at} --> s${at + 1} : ${label}` },
  'states in states': { head: 'stateDiagram-v2', statement: (at, label) => ` state "${label}" as s${at}\n state g${at} {\n [*] --> s${at}\n }` },
  'entities': { head: 'erDiagram', statement: (at, label) => ` E${at} ||--o{ E${at + 1} : "${label}"` },
  'entities with attributes': { head: 'erDiagram', statement: (at, label) => ` E${at % 5} {\n string a${at} "${label}"\n }` },
  'tasks': { head: 'gantt\n dateFormat YYYY-MM-DD', statement: (at, label) => ` ${label} :t${at}, 2026-01-01, 5d` },
  'tasks without weekends': { head: 'gantt\n dateFormat YYYY-MM-DD\n excludes weekends', statement: (at, label) => ` ${label} :t${at}, 2026-01-01, 50d` },
  'tasks in sections': { head: 'gantt\n dateFormat YYYY-MM-DD', statement: (at, label) => ` section ${label}\n x :t${at}, 2026-01-01, 5d` },
  'sectors': { head: 'pie', statement: (at, label) => ` "${label} ${at}" : ${(at % 7) + 1}` },
  'commits': { head: 'gitGraph', statement: (at, label) => ` commit id: "${label} ${at}" tag: "t"` },
  'branches': { head: 'gitGraph\n commit', statement: (at) => ` branch b${at}\n commit\n checkout main\n merge b${at}` },
  'a mind map': { head: 'mindmap\n root', statement: (at, label) => `  n${at}["${label}"]` },
  'a deep mind map': { head: 'mindmap\n root', statement: (at, label) => `${' '.repeat(2 + (at % 60))}n${at}["${label}"]` },
  'a time line': { head: 'timeline', statement: (at, label) => ` ${2000 + at} : ${label} : ${label}` },
  'a time line of one year': { head: 'timeline\n 2000', statement: (_, label) => ` : ${label}`, between: '' },
  'a journey': { head: 'journey', statement: (at, label) => ` ${label}: 3: P${at % 9}` },
  'quadrants': { head: 'quadrantChart', statement: (at, label) => ` ${label} ${at}: [0.3, 0.6]` },
  'bars of categories': { head: 'xychart-beta\n y-axis "y" 0 --> 10\n bar [1, 2, 3]\n x-axis [a', statement: (at, label) => `, "${label} ${at}"`, between: '', tail: ']' },
  'bars of numbers': { head: 'xychart-beta\n bar [1', statement: (at) => `, ${at % 9}`, between: '', tail: ']' },
  'lines of a chart': { head: 'xychart-beta\n x-axis [a, b, c]', statement: (at) => ` line [${at}, 2, 3]` },
  'flows': { head: 'sankey-beta\n', statement: (at, label) => `${label} ${at % 15},t${at},1` },
  'blocks': { head: 'block-beta\n columns 5', statement: (at, label) => ` b${at}["${label}"]` },
  'a packet': { head: 'packet-beta', statement: (at, label) => ` ${at * 8}-${at * 8 + 7}: "${label}"` },
  'a kanban board': { head: 'kanban', statement: (at, label) => ` c${at}[${label}]\n   t${at}[${label}]` },
  'services': { head: 'architecture-beta', statement: (at, label) => ` service s${at}(server)[${label.replace(/[^a-z ]/gi, '')}]` },
  'axes of a radar': { head: 'radar-beta\n axis a', statement: (at, label) => `\n axis a${at}["${label}"]`, between: '', tail: '\n curve c{1, 2, 3}' },
  'a treemap': { head: 'treemap-beta\n"r"', statement: (at, label) => `    "${label} ${at}": ${(at % 7) + 1}` },
  'requirements': { head: 'requirementDiagram', statement: (at, label) => ` requirement r${at} {\n id: ${at}\n text: "${label}"\n risk: high\n verifymethod: test\n }` },
  'people of a C4 diagram': { head: 'C4Context', statement: (at, label) => ` Person(p${at}, "${label}", "${label}")` },
  'relations of a C4 diagram': { head: 'C4Context\n Person(a, "a")\n Person(b, "b")', statement: (_, label) => ` Rel(a, b, "${label}")` },
  'a Venn diagram': { head: 'venn-beta', statement: (at, label) => ` set S${at}["${label}"]` },
  'a Wardley map': { head: 'wardley-beta', statement: (at) => ` component C${at} [0.${(at % 89) + 10}, 0.${(at % 79) + 20}]` },
  'causes': { head: 'ishikawa-beta\n Problem', statement: (at, label) => `  ${label} ${at}` },
  'a tree of files': { head: 'treeView-beta\n "r"', statement: (at, label) => `     "${label} ${at}"` },
}

/** Returns the text of a diagram with a number of statements, whose labels have a number of words. */
export function generateDiagram({ head, statement, between = '\n', tail = '' }: DiagramKind, statements: number, words: number): string {
  const label = Array.from({ length: words }, (_, at) => ['word', 'and', 'another', 'it'][at % 4]).join(' ')
  return `${head}${between}${Array.from({ length: statements }, (_, at) => statement(at, label)).join(between)}${tail}`
}
