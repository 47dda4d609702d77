import { isRecord } from '@pf/core/internal'
import { findGraphCostExceeded } from './diagram-cost.ts'
import type { DiagramRefusal } from './read-diagram.ts'

/**
 * Why a diagram is not drawn that Mermaid has parsed. Images are found in the parsed nodes and not in the text, in which their attributes can
 * be written in many ways. Mermaid would load them while drawing, outside of the document that it draws in.
 */
export function findRefusal(diagram: unknown, code: string): DiagramRefusal | undefined {
  if (!isRecord(diagram) || !isRecord(diagram.db)) return undefined
  const data: unknown = typeof diagram.db.getData === 'function' ? diagram.db.getData() : undefined
  if (!isRecord(data)) return undefined
  const [nodes, edges] = [data.nodes, data.edges].map((list) => (Array.isArray(list) ? list.filter(isRecord) : []))
  // The icons of mind maps are names of classes, which are not drawn.
  if (nodes?.some((node) => node.img || (node.icon && diagram.type !== 'mindmap'))) return { why: 'images' }
  const rows = WITH_ROWS.test(String(diagram.type)) ? code.split('\n').length : 0
  const limitExceeded = findGraphCostExceeded({ nodes: nodes ?? [], edges: edges ?? [], rows })
  return limitExceeded && { why: 'elements', limitExceeded }
}

/** Kinds of diagrams in which a line can be a row of a node. */
const WITH_ROWS = /^(?:class|er)/
