import { type LimitExceeded, limitOf } from '../chart/limit-exceeded.ts'

/** Maximum time for drawing a diagram, in milliseconds on the machine on which the costs were measured. */
const BUDGET_MS = 1_000

/**
 * Cost of a unit of text by kind of diagram, in milliseconds: `each` for every unit, and `square` for the square of their number. Measured
 * in Chromium 156 on a two-core machine. Mermaid parses, lays out and draws synchronously and cannot be interrupted.
 */
const textCosts: readonly (readonly [kind: RegExp, unit: RegExp, each: number, square: number])[] = [
  [/^git/, /\n/g, 2, 0.008],
  [/^sequence/, /\n/g, 1, 0.001],
  [/^class/, /\n/g, 2, 0.01],
  [/^xychart/, /\d+(?:\.\d+)?/g, 0.3, 0.0002],
  [/^sankey/, /\n/g, 1.2, 0.002],
  [/^quadrant/, /\n/g, 1.2, 0],
  [/^gantt/, /\n/g, 0.6, 0],
  [/^timeline/, /:/g, 1, 0.001],
  [/^journey/, /[\n,]/g, 1, 0],
  [/^block/, /\S+/g, 2.5, 0],
  [/^(?:pie|packet|radar)/, /[\n,]/g, 0.3, 0],
  [/^treemap/, /\n/g, 1, 0],
]
/** Cost of a row of a class or an entity, whose text is measured. */
const ROW_MS = 4
const NODE_MS = 3
const EDGE_MS = 3
const EDGE_LABEL_MS = 8
const GROUP_MS = 20
const LABEL_CHARACTER_MS = 0.06
/** Crossing lines, lines at one node, and adjacent nodes have quadratic costs. */
const CROSSING_MS = 0.1
const DEGREE_MS = 0.06
const ISOLATED_MS = 0.01

type Items = readonly Record<string, unknown>[]

/** Returns the limit that the text of a diagram exceeds before it is parsed; undefined if it can be parsed. */
export function findTextCostExceeded(kind: string, code: string): LimitExceeded | undefined {
  const [, unit, each, square] = textCosts.find(([kinds]) => kinds.test(kind)) ?? []
  if (!unit || each === undefined || square === undefined) return undefined
  const count = code.match(unit)?.length ?? 0
  const max = square === 0 ? BUDGET_MS / each : (Math.sqrt(each * each + 4 * square * BUDGET_MS) - each) / (2 * square)
  return count > max ? { count, max: Math.floor(max / 10) * 10 } : undefined
}

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
