import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../../tooling/test-setup/cpu-time.ts'
import { checkDiagram } from '../../test-support/check-diagram.ts'
import { findTicksExceeded } from './diagram-cost.ts'

const codeOf = (text: string) => {
  const read = checkDiagram(text)
  return read.ok ? read.code : undefined
}

describe('diagram text', () => {
  it.each([
    'flowchart LR\n  A[Order placed] --> B{In stock?}\n  B -->|yes| C[Pack]',
    'sequenceDiagram\n  A->>B: click here\n  Note right of B: style {x}',
    'mindmap\n  root\n    Link building\n    click rates',
    'timeline\n  title links of a chain\n  2001 : href',
    'classDiagram\n  class classDef-free',
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
    expect(checkDiagram(`graph LR\n${edges}`)).toEqual({ ok: false, why: 'links', limitExceeded: { count: 400, max: 300 } })
    expect(checkDiagram(`gantt\n${'x\n'.repeat(2_000)}`)).toMatchObject({ ok: false })
    expect(checkDiagram(`graph TD\n A["${'x'.repeat(300)}"]`)).toMatchObject({ ok: false, why: 'words' })
    expect(checkDiagram(`graph TD\n A["${'word '.repeat(300)}"]`)).toMatchObject({ ok: true })
    expect(checkDiagram('x'.repeat(60_000))).toEqual({ ok: false, why: 'tooLong', limitExceeded: { count: 60_000, max: 50_000 } })
    expect(checkDiagram(`block\n${'a '.repeat(500)}`)).toMatchObject({ ok: false, why: 'blocks', limitExceeded: { max: 400 } })
    for (const kind of ['mindmap', 'timeline']) expect(checkDiagram(`${kind}\n${' x\n'.repeat(200)}`)).toMatchObject({ ok: false, why: 'lines' })
    expect(checkDiagram('packet-beta\n0-99999999: "x"')).toMatchObject({ ok: false })
    expect(checkDiagram('block-beta\ncolumns 1000000')).toMatchObject({ ok: false })
    expect(checkDiagram('packet-beta\n0-15: "Source Port"')).toMatchObject({ ok: true })
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
    expect(checkDiagram('flowchart LR\n accTitle: Orders\n accDescr: From shop to door\n A-->B')).toMatchObject({
      kind: 'flowchart',
      title: 'Orders',
      description: 'From shop to door',
    })
    for (const text of ['', '  \n', '%% only', '---\nx: 1\n---\n']) expect(checkDiagram(text)).toMatchObject({ ok: false })
  })

  it('is read in time that grows with its length', () => {
    const start = cpuTime()
    for (const part of ['%%{', '---\n', '@{', 'style ', '-'.repeat(3), ';classDef', 'url (', '\n'])
      checkDiagram(`graph LR\n${part.repeat(50_000 / part.length)}`)
    expect(cpuTime() - start).toBeLessThan(1_500)
  })
})

const long = (words: number) => 'word '.repeat(words)
const lines = (count: number, make: (at: number) => string) => Array.from({ length: count }, (_, at) => make(at)).join('\n')

describe('a diagram of a kind', () => {
  it.each([
    'railroad-beta',
    'railroad-abnf-beta',
    'usecase-beta',
    'cynefin-beta',
    'swimlane-beta',
    'agentflow-beta',
    'info',
    'constructor',
    'graphs',
    'something',
  ])('that nobody has measured is not drawn: %s', (kind) => expect(checkDiagram(`${kind}\n a b`)).toEqual({ ok: false, why: 'unknownKind' }))

  it('is the one that Mermaid finds, which looks for C4 diagrams in the whole text', () => {
    expect(checkDiagram('graph LR\n a --> b')).toMatchObject({ kind: 'graph' })
    for (const kind of ['C4Container', 'C4Component', 'C4Dynamic', 'C4Deployment'])
      expect(checkDiagram(`pie\n "${kind}" : 1`)).toMatchObject({ kind: kind.toLowerCase() })
    expect(checkDiagram(`pie\n${lines(200, (at) => ` "C4Component ${at}" : 1`)}`)).toMatchObject({ ok: false, why: 'lines' })
  })

  it.each([
    `sequenceDiagram\n A->>B: wrap: ${long(9_000)}`,
    `timeline\n 2002 : ${long(9_000)}`,
    `journey\n ${long(9_000)}: 5: Me`,
    `C4Context\n Person(a, "${long(9_000)}", "b")`,
    `xychart-beta\n x-axis [${'a, '.repeat(12_000)}b]\n bar [1]`,
    `mindmap\n r["${long(9_000)}"]`,
    `kanban\n a[${long(9_000)}]`,
    `pie\n "${long(7_900)}" : 1\n${lines(500, (at) => ` "${at}" : 1`)}`,
    `classDiagram\n${lines(300, (at) => ` class C${at}`)}`,
    `timeline\n 2002 ${': a '.repeat(1_000)}`,
  ])('is not drawn with more words, items or statements than can be measured: %#', (text) =>
    expect(checkDiagram(text)).toMatchObject({ ok: false, why: 'elements' }),
  )

  it.each([
    `sequenceDiagram\n A->>B: wrap: ${long(200)}`,
    `sequenceDiagram\n${lines(100, (at) => ` A->>B: message ${at}`)}`,
    `timeline\n${lines(40, (at) => ` ${at} : an event : another one`)}`,
    `xychart-beta\n x-axis [${'jan, '.repeat(100)}dec]\n bar [${'1, '.repeat(100)}1]`,
    `sankey-beta\n\n${lines(200, (at) => `a${at % 15},b${at % 17},1`)}`,
    `pie\n${lines(30, (at) => ` "slice ${at}" : 1`)}`,
    `gitGraph\n${lines(100, (at) => ` commit id: "${at}"`)}`,
    `classDiagram\n${lines(100, (at) => ` class C${at}`)}`,
  ])('is drawn with an ordinary number of them: %#', (text) => expect(checkDiagram(text)).toMatchObject({ ok: true }))
})

describe('a Gantt chart', () => {
  const gantt = (tasks: string, head = ' excludes weekends') => checkDiagram(`gantt\n dateFormat YYYY-MM-DD\n${head}\n${tasks}`)
  const refused = { ok: false, why: 'elements' }

  it('counts the days of tasks where some are excluded, by duration', () => {
    expect(gantt(' a :a, 2000-01-01, 200000d')).toMatchObject(refused)
    expect(gantt(' a :a, 2000-01-01, 200000d', '')).toMatchObject({ ok: true })
    expect(gantt(' a :a, 2000-01-01, 30000d')).toMatchObject({ ok: true })
    for (const duration of ['8000w', '2000M', '140y', '1300000h', '78000000m', '4600000000s'])
      expect(gantt(` a :a, 2000-01-01, ${duration}`)).toMatchObject(refused)
    for (const duration of ['5w', '3M', '1y', '30.5d', '100h', '9000m', '90000s', '90000000ms'])
      expect(gantt(` a :a, 2000-01-01, ${duration}`)).toMatchObject({ ok: true })
    expect(gantt(lines(50, () => ' a :2000-01-01, 500d'))).toMatchObject({ ok: true, kind: 'gantt' })
    expect(gantt(lines(80, () => ' a :2000-01-01, 500d'))).toMatchObject(refused)
    expect(gantt('; a :b, 2000-01-01, 100d; c :d, 2000-01-01, 200000d')).toMatchObject(refused)
  })

  it('counts them ten times where tasks refer to each other, and once for each excluded day', () => {
    expect(gantt(' a :a, 2000-01-01, 6000d')).toMatchObject({ ok: true })
    expect(gantt(' a :a, 2000-01-01, 6000d\n b :after a, 1d')).toMatchObject(refused)
    expect(gantt(' a :a, 2000-01-01, 6000d\n b :b, 2000-01-01, until a')).toMatchObject(refused)
    expect(gantt(lines(40, (at) => ` t${at} :t${at}, after t${at - 1}, 30d`))).toMatchObject({ ok: true })
    expect(gantt(' a :a, 2000-01-01, 10000d', ` excludes ${lines(2_000, (at) => `d${at}`).replaceAll('\n', ', ')}`)).toMatchObject(refused)
  })

  it('counts them up to the last year where tasks end on a date in another format', () => {
    const slashes = (tasks: string) => checkDiagram(`gantt\n dateFormat YYYY/MM/DD\n excludes weekends\n${tasks}`)
    expect(slashes(' a :a, 2000/01/01, 2900/01/01')).toMatchObject(refused)
    expect(slashes(lines(40, () => ' a :2026/01/01, 2026/03/01'))).toMatchObject({ ok: true })
    expect(slashes(' a :a, after b, 9000/01/01')).toMatchObject(refused)
    expect(gantt(' a :a, 2000-01-01, 9999-01-01')).toMatchObject({ ok: true })
    for (const format of ['X', 'x', 'DD.MM.YY'])
      expect(checkDiagram(`gantt\n dateFormat ${format}\n excludes weekends\n${lines(2, () => ' a :1, 2')}`)).toMatchObject(refused)
  })

  it('has as many ticks as can be drawn', () => {
    const day = 86_400_000
    expect(findTicksExceeded({ spanMs: 100 * day, interval: '1day', axes: 1 })).toBeUndefined()
    expect(findTicksExceeded({ spanMs: 6_000 * day, interval: '1day', axes: 1 })).toEqual({ count: 6_000, max: 5_000 })
    expect(findTicksExceeded({ spanMs: 3_000 * day, interval: '1day', axes: 2 })).toMatchObject({ count: 6_000 })
    expect(findTicksExceeded({ spanMs: 6_000 * day, interval: '2day', axes: 1 })).toBeUndefined()
    for (const [interval, ms] of Object.entries({ '1millisecond': 1, '1second': 1e3, '1minute': 6e4, '1hour': 3.6e6, '1week': 7 * day, '1month': 30 * day }))
      expect(findTicksExceeded({ spanMs: 6_000 * ms, interval, axes: 1 })).toMatchObject({ count: 6_000 })
    expect(findTicksExceeded({ spanMs: 1e12, interval: 'often', axes: 1 })).toBeUndefined()
  })
})
