import { isRecord } from '@pf/core/internal'
import type { DiagramRefusal } from './read-diagram.ts'

/**
 * Why a diagram is not drawn that Mermaid has parsed. Images are found in the parsed nodes and not in the text, in which their attributes can
 * be written in many ways. Mermaid would load them while drawing, outside of the document that it draws in.
 */
export function findRefusal(diagram: unknown): DiagramRefusal | undefined {
  if (!isRecord(diagram) || !isRecord(diagram.db)) return undefined
  const data: unknown = typeof diagram.db.getData === 'function' ? diagram.db.getData() : undefined
  const nodes = isRecord(data) && Array.isArray(data.nodes) ? data.nodes.filter(isRecord) : []
  // The icons of mind maps are names of classes, which are not drawn.
  if (nodes.some((node) => node.img || (node.icon && diagram.type !== 'mindmap'))) return { why: 'images' }
  return undefined
}
