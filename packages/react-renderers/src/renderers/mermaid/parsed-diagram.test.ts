import { describe, expect, it } from 'vitest'
import { checkDiagram } from '../../test-support/check-diagram.ts'
import { findRefusal } from './parsed-diagram.ts'

type Edge = readonly [start: number, end: number]
const parsed = (count: number, edges: readonly Edge[], more: object = {}, type = 'flowchart-v2') => ({
  type,
  db: {
    getData: () => ({
      nodes: Array.from({ length: count }, (_, at) => ({ id: at, label: `n${at}`, ...more })),
      edges: edges.map(([start, end]) => ({ start, end })),
    }),
  },
})
const edges = (count: number, make: (at: number) => Edge) => Array.from({ length: count }, (_, at) => make(at))
const lines = (count: number, line: string) => `${line}\n`.repeat(count)

describe('a diagram that Mermaid has parsed', () => {
  it('is not drawn as a Gantt chart with thousands of ticks', () => {
    const chart = (days: number, more: object = {}) => ({
      type: 'gantt',
      db: { getTickInterval: () => '1day', getTasks: () => [{ startTime: new Date(0), endTime: new Date(days * 86_400_000) }], ...more },
    })
    expect(findRefusal(chart(4_000), '')).toBeUndefined()
    expect(findRefusal(chart(9_000), '')).toMatchObject({ why: 'elements', limitExceeded: { count: 9_000 } })
    expect(findRefusal(chart(4_000, { topAxisEnabled: () => true }), '')).toMatchObject({ limitExceeded: { count: 8_000 } })
    expect(findRefusal(chart(4_000, { topAxisEnabled: () => false }), '')).toBeUndefined()
    for (const db of [{ getTasks: () => [] }, { getTasks: () => undefined }, { getTickInterval: () => undefined }, { getTasks: () => [{}] }])
      expect(findRefusal(chart(9_000, db), '')).toBeUndefined()
  })

  it('is drawn when it is of an ordinary size', () => {
    expect(
      findRefusal(
        parsed(
          60,
          edges(59, (at) => [at, at + 1]),
        ),
        '',
      ),
    ).toBeUndefined()
    expect(
      findRefusal(
        parsed(
          30,
          edges(60, (at) => [at % 30, (at * 7) % 30]),
        ),
        '',
      ),
    ).toBeUndefined()
    for (const diagram of [undefined, {}, { db: {} }, { db: { getData: () => null } }]) expect(findRefusal(diagram, '')).toBeUndefined()
  })

  it.each([
    [
      'lines that cross',
      parsed(
        40,
        edges(300, (at) => [at % 40, (at * 17) % 40]),
      ),
    ],
    [
      'lines at one node',
      parsed(
        200,
        edges(199, (at) => [0, at + 1]),
      ),
    ],
    ['nodes beside each other', parsed(500, [])],
    ['long labels', parsed(80, [], { label: 'word '.repeat(100) })],
    ['groups', parsed(60, [], { isGroup: true })],
  ])('is refused with too many %s', (_, diagram) => {
    expect(findRefusal(diagram, '')).toMatchObject({ why: 'elements', limitExceeded: { count: expect.any(Number) } })
  })

  it('is refused with too many rows', () => {
    expect(findRefusal(parsed(1, [], {}, 'er'), lines(400, 'string a'))).toMatchObject({ why: 'elements' })
    expect(findRefusal(parsed(1, []), lines(400, 'x'))).toBeUndefined()
  })

  it('is refused with images, and with icons where they are drawn', () => {
    expect(findRefusal(parsed(1, [], { img: 'x' }), '')).toEqual({ why: 'images' })
    expect(findRefusal(parsed(1, [], { icon: 'x' }), '')).toEqual({ why: 'images' })
    expect(findRefusal(parsed(1, [], { icon: 'x' }, 'mindmap'), '')).toBeUndefined()
  })
})

describe('a text that takes long to parse', () => {
  it.each([
    ['gitGraph', ' commit', 240, 450],
    ['xychart-beta', ' line [1, 2]', 300, 990],
    ['classDiagram', ' A : +m() string', 200, 500],
    ['sankey-beta', 'a,b,1', 350, 490],
    ['quadrantChart', ' p: [0.1, 0.5]', 400, 950],
  ])('is refused before that: %s', (kind, line, some, many) => {
    expect(checkDiagram(`${kind}\n${lines(some, line)}`)).toMatchObject({ ok: true })
    expect(checkDiagram(`${kind}\n${lines(many, line)}`)).toMatchObject({ ok: false, why: 'elements' })
  })
})
