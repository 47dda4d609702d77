import { describe, expect, it } from 'vitest'
import { repairDiagram } from './repair-diagram.ts'

const flowchart = (line: string) => repairDiagram(`flowchart TD\n${line}`).slice('flowchart TD\n'.length)

describe('repairs of Mermaid text', () => {
  it.each([
    // raphaelmansuy/edgequake#141, can1357/oh-my-pi#10489, octopusreview/octopus#50
    ['A[Provisioner (Terraform)] --> B', 'A["Provisioner (Terraform)"] --> B'],
    ['A(Call f(x)) --> B{Is a[0] > 1?}', 'A("Call f(x)") --> B{"Is a[0] > 1?"}'],
    ['A["say "hi" now"]', 'A["say #quot;hi#quot; now"]'],
    ['A[say "hi"]-->B[/api/users]', 'A["say #quot;hi#quot;"]-->B["/api/users"]'],
    ['A -->|yes (ok)| B', 'A -->|"yes (ok)"| B'],
    ['A -- yes (ok) --> B', 'A -- "yes (ok)" --> B'],
    ['subgraph Build (CI)', 'subgraph "Build (CI)"'],
    ['A[(optional) step] & B[x] ==> C', 'A["(optional) step"] & B[x] ==> C'],
  ])('quote labels: %s', (line, repaired) => {
    expect(flowchart(line)).toBe(repaired)
  })

  it.each([
    'A[plain] --> B(round) --> C{ok?} --> D((x)) --> E[(Database)] --> F[/in/] --> G[\\out\\] --> H{{hex}} --> I[[sub]] --> J([x])',
    'A["quoted (ok)"] -->|text| B',
    'A -- text --> B -.-> C ==> D',
    'subgraph one [Title]',
    'style A fill:#f9f,stroke:#333',
    'classDef x fill:rgb(1,2,3)',
    'A@{ shape: rect, label: "x (y)" }',
    'A --> B & C',
    'A:::warn --> B',
  ])('leave alone what Mermaid reads: %s', (line) => {
    expect(flowchart(line)).toBe(line)
  })

  it('take off a code fence, and quote labels of mind maps and pies', () => {
    expect(repairDiagram('```mermaid\ngraph TD\n A --> B\n```')).toBe('graph TD\n A --> B')
    expect(repairDiagram('mermaid\ngraph TD\n A')).toBe('graph TD\n A')
    expect(repairDiagram('mindmap\n  root((Main))\n    Foo (bar)\n    Plain')).toBe('mindmap\n  root((Main))\n    n4["Foo (bar)"]\n    Plain')
    expect(repairDiagram('pie title P\n  Dogs (big) : 38%\n  "Cats" : 4')).toBe('pie title P\n  "Dogs (big)" : 38\n  "Cats" : 4')
    expect(repairDiagram('sequenceDiagram\n A->>B: hi (x)')).toBe('sequenceDiagram\n A->>B: hi (x)')
  })
})
