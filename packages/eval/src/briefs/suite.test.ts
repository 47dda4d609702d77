import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInComponents, createPolicy, getComponent } from '@pf/registry'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtInSuite } from './built-in-suite.ts'
import { readSuite } from './read-suite.ts'
import { rowsOfTool } from './rows-of-tool.ts'

const suite = await readSuite(builtInSuite)

describe('the suite of the package', () => {
  const best = suite.briefs.map(({ expect: { components, none } }) => {
    const first = components.toSorted((a, b) => b.grade - a.grade)[0]
    return first && first.grade >= none ? first.component : 'none'
  })

  it('[003-play-02] has at least 60 briefs, for each of the 21 components and for no component, in four languages', () => {
    expect(suite.briefs.length).toBeGreaterThanOrEqual(60)
    expect(builtInComponents.filter((name) => !best.includes(name))).toEqual([])
    expect(best.filter((name) => name === 'none').length).toBeGreaterThanOrEqual(8)
    for (const language of ['de', 'es', 'ja']) expect(suite.briefs.filter((brief) => brief.language === language).length).toBeGreaterThanOrEqual(5)
  })

  it('names only components that exist, and has one best choice for each brief', () => {
    const policy = createPolicy({ allowlist: builtInComponents })
    for (const { id, expect: wanted } of suite.briefs) {
      const names = [
        ...wanted.components.flatMap(({ component, contains }) => [component, ...contains.map((part) => part.component)]),
        ...wanted.must_not.flatMap(({ component }) => component ?? []),
      ]
      expect(
        names.filter((name) => getComponent(name, policy) === undefined),
        id,
      ).toEqual([])
      expect(
        [wanted.none, ...wanted.components.map(({ grade }) => grade)].filter((grade) => grade === 1),
        id,
      ).toHaveLength(1)
    }
  })

  it('names columns that the data has, in briefs that are about rows', () => {
    for (const {
      id,
      tools,
      expect: { components },
    } of suite.briefs) {
      const known = new Set(tools.flatMap((tool) => Object.keys(rowsOfTool(tool)?.[0] ?? {})))
      expect(
        components.flatMap(({ columns }) => columns).filter((column) => !known.has(column)),
        id,
      ).toEqual([])
    }
  })

  it('expects figures that the data has', () => {
    for (const {
      id,
      tools,
      expect: { figures },
    } of suite.briefs) {
      const data = JSON.stringify(tools.map((tool) => [tool.facts, rowsOfTool(tool) ?? []])).replaceAll(/(\d),(\d{3})/g, '$1$2')
      expect(
        figures.filter(({ value }) => !data.includes(String(value))),
        id,
      ).toEqual([])
    }
  })
})

describe('suites of others', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pf-eval-'))
    await writeFile(join(folder, 'suite.json'), '{"name": "own"}')
  })
  afterEach(() => rm(folder, { recursive: true }))

  const brief = { id: 'a', question: 'What?', expect: { none: 1, reason: 'A word.' } }
  const read = async (text: string) => {
    await writeFile(join(folder, 'briefs.json'), text)
    return readSuite(folder)
  }
  const readBrief = (change: object) => read(JSON.stringify({ briefs: [{ ...brief, ...change }] }))

  it('are read with defaults, and selected by id', async () => {
    expect((await readBrief({})).briefs).toMatchObject([{ id: 'a', language: 'en', tools: [], expect: { none: 1, references: 'free', max_components: 1 } }])
    expect((await readSuite(folder, ['a'])).briefs).toHaveLength(1)
    await expect(readSuite(folder, ['b'])).rejects.toThrow('has no brief b')
  })

  it('generated rows are the same every time', async () => {
    const generate = {
      count: 3,
      columns: [
        { name: 'day', kind: 'date', start: '2026-02-27' },
        { name: 'value', kind: 'number', min: 1, max: 2, decimals: 2 },
        { name: 'kind', kind: 'choice', of: ['a', 'b'] },
        { name: 'id', kind: 'number_from', start: 5 },
      ],
    }
    const { briefs } = await readBrief({ tools: [{ name: 'rows', description: 'Rows.', generate }] })
    const rows = briefs[0]?.tools[0] && rowsOfTool(briefs[0].tools[0])
    expect(rows).toMatchObject([
      { day: '2026-02-27', id: 5 },
      { day: '2026-02-28', id: 6 },
      { day: '2026-03-01', id: 7 },
    ])
    expect(briefs[0]?.tools[0] && rowsOfTool(briefs[0].tools[0])).toEqual(rows)
  })

  it.each([
    ['text that is no JSON', '{', 'is not JSON'],
    ['another shape', '[]', 'is not valid'],
    ['a key that changes prototypes', '{"briefs": [{"__proto__": {"admin": true}}]}', 'has the key __proto__'],
    ['deep nesting', `{"briefs": ${'['.repeat(100)}${']'.repeat(100)}}`, 'nested deeper than 64'],
    ['an unknown field', JSON.stringify({ briefs: [{ ...brief, constructors: 1 }] }), 'Unrecognized key'],
    ['a wrong type', JSON.stringify({ briefs: [{ ...brief, question: 7 }] }), 'briefs.0.question'],
    [
      'a pattern that could take forever',
      JSON.stringify({ briefs: [{ ...brief, expect: { none: 1, reason: 'x', answer: ['(?=a)b'] } }] }),
      'without look-around',
    ],
    ['nothing that is accepted', JSON.stringify({ briefs: [{ ...brief, expect: { reason: 'x' } }] }), 'at least one component, or none'],
    ['an id that occurs twice', JSON.stringify({ briefs: [brief, brief] }), 'occurs in'],
    [
      'rows twice',
      JSON.stringify({
        briefs: [
          { ...brief, tools: [{ name: 't', description: 'd', rows: [], generate: { count: 1, columns: [{ name: 'a', kind: 'number', min: 0, max: 1 }] } }] },
        ],
      }),
      'give one of them',
    ],
    [
      'a value that would hide the rows',
      JSON.stringify({ briefs: [{ ...brief, tools: [{ name: 't', description: 'd', rows: [], facts: { rows: 1 } }] }] }),
      'cannot have a value named rows',
    ],
    ['too much', `{"briefs": [${' '.repeat(5_000_001)}]}`, 'at most 5000000 are read'],
  ])('with %s are refused with the file and the reason', async (_name, text, reason) => {
    await expect(read(text)).rejects.toThrow(reason)
    await expect(read(text)).rejects.toThrow('briefs.json')
  })

  it('that are not there are refused', async () => {
    await expect(readSuite(join(folder, 'none'))).rejects.toThrow('There is no folder')
    await expect(readSuite(folder)).rejects.toThrow('has no briefs')
    await rm(join(folder, 'suite.json'))
    await expect(readSuite(folder)).rejects.toThrow('has no suite.json')
  })
})
