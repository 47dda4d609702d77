import { type JsonNode, pathOf, walkJson } from '@pf/core/internal'

/** A reference to the output of an earlier call: `$0.output.rows[1].id` is call 0 and the path rows, 1, id. */
export interface Reference {
  /** Position of the call in the plan, from 0; may be larger than any plan. */
  index: number
  path: string[]
}

/** What a text in the arguments of a planned call is. `text` of a literal is what the tool gets. */
export type TemplateText = { kind: 'reference'; reference: Reference } | { kind: 'malformed' } | { kind: 'literal'; text: string; escaped: boolean }

/** What looks like a reference, well formed or not; only whole texts. */
const candidate = /^\$[A-Za-z0-9_-]*\.output(?:[.[]\S*)?$/
const reference = /^\$(0|[1-9]\d*)\.output((?:\.[^\s.[\]${}"'`]+|\[(?:0|[1-9]\d*)\])*)$/
const segment = /\.([^.[]+)|\[(\d+)\]/g
const inside = /\$\d+\.output(?![A-Za-z0-9_])/

/**
 * Sorts a text: a reference, something that was meant as one and is malformed, or text. A text that should reach a tool although it looks like a
 * reference is written with one `$` more, which is taken off again.
 */
export function readTemplate(text: string): TemplateText {
  if (!text.startsWith('$')) return { kind: 'literal', text, escaped: false }
  const [, index, path = ''] = reference.exec(text) ?? []
  if (index !== undefined) return { kind: 'reference', reference: { index: Number(index), path: segmentsOf(path) } }
  if (candidate.test(text)) return { kind: 'malformed' }
  const bare = text.replace(/^\$+/, '$')
  if (bare.length < text.length && candidate.test(bare)) return { kind: 'literal', text: text.slice(1), escaped: true }
  return { kind: 'literal', text, escaped: false }
}

/** Whether a literal holds what would be a reference if it stood alone; such a text reaches the tool as it is written. */
export function holdsReference(text: string): boolean {
  return inside.test(text)
}

function segmentsOf(path: string): string[] {
  return Array.from(path.matchAll(segment), ([, name, index]) => name ?? index ?? '')
}

/** A text inside the arguments of a call, and what it is. */
export interface ArgumentText {
  path: string[]
  text: string
  read: TemplateText
}

/** Levels of arguments that are looked through; more is a fault of the call. */
export const maxNesting = 200

/** Texts of the arguments that begin like a reference or hold one, depth first in the order of the document. Throws PfError `too_deep`. */
export function* templateTexts(args: unknown): Generator<ArgumentText> {
  for (const node of walkJson(args, { maxDepth: maxNesting })) {
    if (typeof node.value === 'string' && node.value.includes('$')) yield textOf(node, node.value)
  }
}

function textOf(node: JsonNode, text: string): ArgumentText {
  return { path: pathOf(node).map(String), text, read: readTemplate(text) }
}
