import { isRecord } from '@pf/core/internal'
import { findGraphCostExceeded } from './diagram-cost.ts'
import type { DiagramRefusal } from './read-diagram.ts'

/**
 * Returns the reason for not drawing a diagram that Mermaid has parsed. Images are searched for in the parsed nodes, because their
 * attributes can be written in many ways in the text. Mermaid would load them while drawing, outside of the document in which it draws.
 */
export function findRefusal(diagram: unknown, code: string): DiagramRefusal | undefined {
  if (!isRecord(diagram) || !isRecord(diagram.db)) return undefined
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
