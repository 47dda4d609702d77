import { isRecord } from '@pf/core/internal'
import { findGraphCostExceeded, findTicksExceeded } from './diagram-cost.ts'
import type { DiagramRefusal } from './read-diagram.ts'

/**
 * Returns the reason for not drawing a diagram that Mermaid has parsed. Images are searched for in the parsed nodes, because their
 * attributes can be written in many ways in the text. Mermaid would load them while drawing, outside of the document in which it draws.
 */
export function findRefusal(diagram: unknown, code: string): DiagramRefusal | undefined {
  if (!isRecord(diagram) || !isRecord(diagram.db)) return undefined
  if (diagram.type === 'gantt') return findTicksRefusal(diagram.db)
  const data: unknown = typeof diagram.db.getData === 'function' ? diagram.db.getData() : undefined
  if (!isRecord(data)) return undefined
  const [nodes, edges] = [data.nodes, data.edges].map((list) => (Array.isArray(list) ? list.filter(isRecord) : []))
  // Icons of mind maps are class names, which are not drawn.
  if (nodes?.some((node) => node.img || (node.icon && diagram.type !== 'mindmap'))) return { why: 'images' }
  const rows = WITH_ROWS.test(String(diagram.type)) ? code.split('\n').length : 0
  const limitExceeded = findGraphCostExceeded({ nodes: nodes ?? [], edges: edges ?? [], rows })
  return limitExceeded && { why: 'elements', limitExceeded }
}

/** Types of diagrams in which a line can be a row of a node. */
const WITH_ROWS = /^(?:class|er)/

/** The span of a Gantt chart is known after its tasks have been computed. */
function findTicksRefusal(db: Record<string, unknown>): DiagramRefusal | undefined {
  const call = (name: string): unknown => {
    const method = db[name]
    return typeof method === 'function' ? method.call(db) : undefined
  }
  const interval = call('getTickInterval')
  const tasks = call('getTasks')
  if (typeof interval !== 'string' || !Array.isArray(tasks)) return undefined
  const times = tasks.filter(isRecord).flatMap(({ startTime, endTime }) => [Number(startTime), Number(endTime)].filter(Number.isFinite))
  const spanMs = times.length === 0 ? 0 : Math.max(...times) - Math.min(...times)
  const limitExceeded = findTicksExceeded({ spanMs, interval, axes: call('topAxisEnabled') === true ? 2 : 1 })
  return limitExceeded && { why: 'elements', limitExceeded }
}
