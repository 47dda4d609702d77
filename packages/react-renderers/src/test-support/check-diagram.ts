import { findTextRefusal } from '../renderers/mermaid/diagram-cost.ts'
import { type DiagramText, readDiagram } from '../renderers/mermaid/read-diagram.ts'

/** Reads a text and checks what it costs, as it happens before Mermaid parses it. */
export function checkDiagram(text: string): DiagramText {
  const read = readDiagram(text)
  const refusal = read.ok ? findTextRefusal(read.kind, read.code) : undefined
  return refusal ? { ok: false, ...refusal } : read
}
