import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../../tooling/test-setup/cpu-time.ts'
import { readDiagram } from './read-diagram.ts'

const codeOf = (text: string) => {
  const read = readDiagram(text)
  return read.ok ? read.code : undefined
}

describe('diagram text', () => {
  it.each([
    'flowchart LR\n  A[Order placed] --> B{In stock?}\n  B -->|yes| C[Pack]',
    'sequenceDiagram\n  A->>B: click here\n  Note right of B: style {x}',
    'mindmap\n  root\n    Link building\n    click rates',
    'timeline\n  title links of a chain\n  2001 : href',
    'classDef-free text',
    'gitGraph\n  commit id: "1"\n  branch dev',
    'pie title Pets\n  "Dogs" : 386',
  ])('stays as it is: %j', (text) => {
    expect(codeOf(text)).toBe(text)
  })

  it('loses its settings, closed or not, and where they stand', () => {
    const texts = [
      '---\nconfig:\n  securityLevel: loose\n---\ngraph LR\n A-->B',
      '\n \n---\ntitle: x\n---\ngraph LR\n A-->B',
      '%%{init: {"themeCSS": "} body{display:none}"}}%%\ngraph LR\n A-->B',
      '%%{\ninit: {\n"maxEdges": 1e9}\n}%%\ngraph LR\n A-->B',
      'graph LR\n%%{wrap}%%\n A-->B\n%%{init: {"securityLevel":"loose"}',
      'graph LR\n A-->B\n%% a note',
    ]
    for (const text of texts) expect(codeOf(text)).not.toMatch(/%%|---\n|config|init|securityLevel|themeCSS|maxEdges/)
    for (const text of texts) expect(codeOf(text)).toContain('A-->B')
  })

  it('has no settings left for any text', () => {
    const part = fc.constantFrom('%%{', '}%%', '%%', '---\n', '\n', 'init: {}', 'graph LR\n', 'A-->B', '{', '}', ' ', '%')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        expect(codeOf(parts.join('')) ?? '').not.toMatch(/%%\{|^\s*---/)
      }),
    )
  })

  it('is refused where it would hold the page up', () => {
    const edges = Array.from({ length: 400 }, (_, index) => ` a${index}-->b`).join('\n')
    expect(readDiagram(`graph LR\n${edges}`)).toEqual({ ok: false, why: 'links', limitExceeded: { count: 400, max: 300 } })
    expect(readDiagram(`gantt\n${'x\n'.repeat(2_000)}`)).toMatchObject({ ok: false })
    expect(readDiagram(`graph TD\n A["${'x'.repeat(300)}"]`)).toMatchObject({ ok: false, why: 'words' })
    expect(readDiagram(`graph TD\n A["${'word '.repeat(300)}"]`)).toMatchObject({ ok: true })
    expect(readDiagram('x'.repeat(60_000))).toEqual({ ok: false, why: 'tooLong', limitExceeded: { count: 60_000, max: 50_000 } })
    expect(readDiagram(`block\n${'a '.repeat(500)}`)).toMatchObject({ ok: false, why: 'blocks', limitExceeded: { max: 400 } })
    for (const kind of ['mindmap', 'timeline']) expect(readDiagram(`${kind}\n${' x\n'.repeat(200)}`)).toMatchObject({ ok: false, why: 'lines' })
    expect(readDiagram('packet-beta\n0-99999999: "x"')).toMatchObject({ ok: false })
    expect(readDiagram('block-beta\ncolumns 1000000')).toMatchObject({ ok: false })
    expect(readDiagram('packet-beta\n0-15: "Source Port"')).toMatchObject({ ok: true })
  })

  it('keeps colours of its styles, and nothing that loads or ends a rule', () => {
    const text =
      'graph LR\n A-->B\n classDef e fill:#f9f,stroke:rgb(1,2,3),stroke-width:2px;\n class A e\n style B fill:url(https://leak.invalid/x),x:y}body{display:none}'
    expect(codeOf(text)).toContain('classDef e fill:#f9f,stroke:rgb(1,2,3),stroke-width:2px;')
    expect(codeOf(text)).not.toMatch(/url\(|[{}]/)
    expect(codeOf('graph LR; A-->B; style A fill:\\75rl(https://leak.invalid)')).not.toMatch(/\\/)
    expect(codeOf('sequenceDiagram\n rect url(https://leak.invalid)\n A->>B: x\n end')).not.toMatch(/url\(/)
    expect(codeOf('graph LR\n A["curl (x)"]')).toBe('graph LR\n A["curl (x)"]')
  })

  it('loses links, where a line of that word is one', () => {
    expect(codeOf('graph LR\n A-->B\n click A href "javascript:x" _self\n  CLICK B call f()')).not.toMatch(/click|javascript/i)
    expect(codeOf('classDiagram\n class A\n link A "https://leak.invalid"\n callback A "f"')).not.toMatch(/leak|callback/)
    expect(codeOf('sequenceDiagram\n participant A\n links A: {"x": "https://leak.invalid"}\n A->>A: x')).not.toContain('leak')
  })

  it('says what it is and what it says of itself', () => {
    expect(readDiagram('flowchart LR\n accTitle: Orders\n accDescr: From shop to door\n A-->B')).toMatchObject({
      kind: 'flowchart',
      title: 'Orders',
      description: 'From shop to door',
    })
    for (const text of ['', '  \n', '%% only', '---\nx: 1\n---\n']) expect(readDiagram(text)).toMatchObject({ ok: false })
  })

  it('is read in time that grows with its length', () => {
    const start = cpuTime()
    for (const part of ['%%{', '---\n', '@{', 'style ', '-'.repeat(3), ';classDef', 'url (', '\n'])
      readDiagram(`graph LR\n${part.repeat(50_000 / part.length)}`)
    expect(cpuTime() - start).toBeLessThan(1_500)
  })
})
