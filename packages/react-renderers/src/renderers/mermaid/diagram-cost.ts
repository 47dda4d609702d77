import { type LimitExceeded, limitOf } from '../chart/limit-exceeded.ts'
import type { DiagramRefusal } from './read-diagram.ts'

/** Maximum time for drawing a diagram, in milliseconds on the machine on which the costs were measured. */
const BUDGET_MS = 1_000

/** What the text of a diagram costs, in milliseconds. */
interface TextCost {
  /** Cost of a statement, and of each pair of statements. */
  statement: number
  pair?: number
  /** Cost of a word, which is measured where labels are broken into lines. */
  word: number
  /** Cost of each pair of words in a label, which is measured again with each of its words. */
  wordPair?: number
  /** Cost of an item between commas, brackets or colons, where one statement can contain many of them. */
  item?: number
}

/**
 * The kinds of diagrams that are drawn, by the first word of their text. Measured in Chromium 153 on a two-core machine, with about half of the
 * budget in reserve for the first diagram of a kind, whose code is compiled, and for slower machines. Mermaid parses, lays
 * out and draws a diagram in one piece, which cannot be interrupted. Kinds that nobody has measured are not drawn.
 */
const kinds: readonly (readonly [names: string, cost: TextCost])[] = [
  ['graph flowchart flowchart-elk', { statement: 0.5, word: 0.1 }],
  ['sequencediagram', { statement: 1, pair: 0.001, word: 0.4 }],
  ['classdiagram classdiagram-v2', { statement: 2, pair: 0.01, word: 0.2 }],
  ['statediagram statediagram-v2', { statement: 1, word: 0.1 }],
  ['erdiagram', { statement: 1, word: 0.3 }],
  ['requirement requirementdiagram', { statement: 1, word: 0.2 }],
  ['gantt', { statement: 1.2, word: 0.1 }],
  ['pie', { statement: 0.6, word: 0.1 }],
  ['gitgraph', { statement: 2, pair: 0.008, word: 0.1 }],
  ['mindmap', { statement: 8, word: 0.7 }],
  ['timeline', { statement: 2, word: 0.4, wordPair: 0.02, item: 1 }],
  ['journey', { statement: 2, word: 0.4, item: 0.5 }],
  ['quadrantchart', { statement: 1.2, word: 0.1 }],
  ['xychart xychart-beta', { statement: 1, word: 0.25, item: 0.3 }],
  ['sankey sankey-beta', { statement: 1.2, pair: 0.002, word: 0.1 }],
  ['block block-beta', { statement: 2, word: 2.5 }],
  ['packet packet-beta', { statement: 1, word: 0.1 }],
  ['kanban', { statement: 4, word: 0.3 }],
  ['architecture architecture-beta', { statement: 12, word: 0.6 }],
  ['radar radar-beta', { statement: 1, word: 0.1, item: 0.3 }],
  ['treemap treemap-beta', { statement: 1, word: 0.15 }],
  ['treeview-beta', { statement: 1, word: 0.3 }],
  ['ishikawa ishikawa-beta', { statement: 4, word: 0.3 }],
  ['venn-beta', { statement: 20, pair: 0.5, word: 0.3 }],
  ['wardley-beta', { statement: 2, word: 0.3 }],
  ['c4context c4container c4component c4dynamic c4deployment', { statement: 3, word: 1.1, item: 0.5 }],
]

const costByKind: ReadonlyMap<string, TextCost> = new Map(kinds.flatMap(([names, cost]) => names.split(' ').map((name) => [name, cost] as const)))

/** Returns the reason why Mermaid must not parse a text; undefined if it may. `kind` is the first word of the text in lower case. */
export function findTextRefusal(kind: string, code: string): DiagramRefusal | undefined {
  if (!costByKind.has(kind)) return { why: 'unknownKind' }
  const limitExceeded = findTextCostExceeded(kind, code)
  return limitExceeded && { why: 'elements', limitExceeded }
}

const STATEMENT = /[^\n;]*\S[^\n;]*/g
const WORD = /\S+/g
const ITEM = /[,:[\]]/g

/** Returns the number of pairs of words in the labels of a text, which end at colons and lines. */
const wordPairs = (code: string): number => code.split(/[:\n]/).reduce((sum, label) => sum + (label.match(WORD)?.length ?? 0) ** 2, 0)

/** Returns the limit that the text of a diagram exceeds before it is parsed; undefined if it can be parsed. */
function findTextCostExceeded(kind: string, code: string): LimitExceeded | undefined {
  const cost = costByKind.get(kind)
  if (!cost) return undefined
  const count = (pattern: RegExp) => code.match(pattern)?.length ?? 0
  const statements = count(STATEMENT)
  const words = count(WORD)
  const excluded = kind === 'gantt' ? excludedDaysCost(code) : { days: 0, ms: 0 }
  const ms =
    statements * cost.statement +
    statements ** 2 * (cost.pair ?? 0) +
    words * cost.word +
    wordPairs(code) * (cost.wordPair ?? 0) +
    count(ITEM) * (cost.item ?? 0) +
    excluded.ms
  return limitOf({ count: Math.max(statements, words, excluded.days), ms, budgetMs: BUDGET_MS })
}

/** Cost of a day of a task in a Gantt chart that excludes days, and of each excluded day for it. */
const DAY_MS = 0.03
const EXCLUDED_DAY_MS = 0.000_1
/** Mermaid computes the dates of all tasks again until no task refers to one without a date, ten times at most. */
const PASSES = 10
/** Length of a year in days, and the days of the units of durations. */
const YEAR = 366
const daysByUnit: Readonly<Record<string, number>> = { y: YEAR, M: 31, w: 7, d: 1, h: 1 / 24, m: 1 / 1_440, s: 1 / 86_400 }
const TASK = /:([^#\n;]+)/g
const EXCLUDES = /\bexcludes\s([^\n;#]*)/gi
const DURATION = /^(\d+(?:\.\d+)?)(ms|[yMwdhms])$/
/** A year for dates that depend on the current one. */
const RECENT_YEAR = 2020
const LONGEST_YEARS = 10_000

/**
 * Returns what the days of a Gantt chart cost that excludes some of them. Mermaid counts the days of each task one by one. A task ends after
 * a duration, or on a date, which is not later than the last year in the text.
 */
function excludedDaysCost(code: string): { days: number; ms: number } {
  const excluded = [...code.matchAll(EXCLUDES)].flatMap(([, names]) => names?.split(/[\s,]+/) ?? [])
  if (excluded.length === 0) return { days: 0, ms: 0 }
  const isRelative = /\b(?:after|until)\b/.test(code)
  const longest = longestSpan(code, isRelative)
  const ends = [...code.matchAll(TASK)].map(([, data]) => data?.split(',').at(-1)?.trim() ?? '')
  const days = Math.ceil(ends.reduce((sum, end) => sum + (daysOf(end) ?? (ISO_DATE.test(end) ? 0 : longest)), 0))
  return { days, ms: days * (isRelative ? PASSES : 1) * (DAY_MS + excluded.length * EXCLUDED_DAY_MS) }
}

/** Returns the maximum number of days between two dates in the text. */
function longestSpan(code: string, isRelative: boolean): number {
  const format = /\bdateFormat\s+([^\n;#]*)/i.exec(code)?.[1] ?? 'YYYY'
  if (/x/i.test(format)) return LONGEST_YEARS * YEAR
  if (!format.includes('YYYY')) return 100 * YEAR
  const years = [...(code.match(/\d{4,}/g) ?? []).map(Number), ...(isRelative ? [RECENT_YEAR] : [])]
  return years.length === 0 ? 0 : (Math.max(...years) - Math.min(...years) + 1) * YEAR
}

/** Tasks that end on such a date are not extended by the excluded days. */
const ISO_DATE = /^\d{4}-\d\d-\d\d$/

function daysOf(duration: string): number | undefined {
  const [, count, unit] = DURATION.exec(duration) ?? []
  return count === undefined || unit === undefined ? undefined : Number(count) * (daysByUnit[unit] ?? 0)
}

const TICK_MS = 0.2
const msByUnit: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 2_592_000_000,
}

/** Returns the limit that the ticks of a Gantt chart exceed; undefined if they can be drawn. `spanMs` is the time between the first and the last date. */
export function findTicksExceeded({ spanMs, interval, axes }: { spanMs: number; interval: string; axes: number }): LimitExceeded | undefined {
  const [, every, unit] = /^([1-9]\d*)(millisecond|second|minute|hour|day|week|month)$/.exec(interval) ?? []
  if (every === undefined || unit === undefined) return undefined
  const ticks = Math.ceil((spanMs / (Number(every) * (msByUnit[unit] ?? 1))) * axes)
  return limitOf({ count: ticks, ms: ticks * TICK_MS, budgetMs: BUDGET_MS })
}

/** Cost of a row of a class or an entity, whose text is measured. */
const ROW_MS = 4
const NODE_MS = 3
const EDGE_MS = 3
const EDGE_LABEL_MS = 8
const GROUP_MS = 20
const LABEL_CHARACTER_MS = 0.15
/** Crossing lines, lines at one node, and adjacent nodes have quadratic costs. */
const CROSSING_MS = 0.1
const DEGREE_MS = 0.06
const ISOLATED_MS = 0.01

type Items = readonly Record<string, unknown>[]

/** Returns the limit that a diagram of nodes and lines exceeds if its estimated time is above the budget; undefined if it can be drawn. */
export function findGraphCostExceeded({ nodes, edges, rows }: { nodes: Items; edges: Items; rows: number }): LimitExceeded | undefined {
  const degrees = new Map<unknown, number>()
  for (const { start, end } of edges) for (const id of [start, end]) degrees.set(id, (degrees.get(id) ?? 0) + 1)
  const groups = nodes.filter((node) => node.isGroup === true).length
  const labelled = edges.filter((edge) => typeof edge.label === 'string' && edge.label !== '').length
  const characters = [...nodes, ...edges].reduce((sum, item) => sum + (typeof item.label === 'string' ? item.label.length : 0), 0)
  const isolated = nodes.length - groups - degrees.size
  const crossings = Math.max(0, edges.length - degrees.size)
  const squares = crossings ** 2 * CROSSING_MS + Math.max(0, ...degrees.values()) ** 2 * DEGREE_MS + Math.max(0, isolated) ** 2 * ISOLATED_MS
  const parts = nodes.length * NODE_MS + groups * GROUP_MS + edges.length * EDGE_MS + labelled * EDGE_LABEL_MS + rows * ROW_MS
  return limitOf({ count: nodes.length + edges.length + rows, ms: parts + characters * LABEL_CHARACTER_MS + squares, budgetMs: BUDGET_MS })
}
