import { type JsonNode, pathOf, walkJson } from '@pf/core/internal'

/** A reference to the output of an earlier call: `$0.output.rows[1].id` is call 0 and the path rows, 1, id. */
export interface Reference {
  /** Index of the call in the plan, starting at 0. It may exceed the number of calls. */
  index: number
  path: string[]
}

/** The classification of a text in the arguments of a planned call. `text` of a literal is the value for the tool. */
export type TemplateText = { kind: 'reference'; reference: Reference } | { kind: 'malformed' } | { kind: 'literal'; text: string; escaped: boolean }

/** Matches entire texts that look like a reference, whether or not they are well formed. */
const candidate = /^\$[A-Za-z0-9_-]*\.output(?:[.[]\S*)?$/
const reference = /^\$(0|[1-9]\d*)\.output((?:\.[^\s.[\]${}"'`]+|\[(?:0|[1-9]\d*)\])*)$/
const segment = /\.([^.[]+)|\[(\d+)\]/g
const inside = /\$\d+\.output(?![A-Za-z0-9_])/

/**
 * Classifies a text as a reference, as a malformed reference, or as a literal. A literal that looks like a reference is written with an
 * additional `$`, which is removed.
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

/** True if a literal contains a text that would be a reference on its own. Such a literal is passed to the tool unchanged. */
export function holdsReference(text: string): boolean {
  return inside.test(text)
}

function segmentsOf(path: string): string[] {
  return Array.from(path.matchAll(segment), ([, name, index]) => name ?? index ?? '')
}

/** A text inside the arguments of a call, and its classification. */
export interface ArgumentText {
  path: string[]
  text: string
  read: TemplateText
}

/** Maximum nesting depth of arguments. Deeper arguments are a fault of the call. */
export const maxNesting = 200

/** Yields the texts of the arguments that start like a reference or contain one, depth first in document order. Throws PfError `too_deep`. */
export function* templateTexts(args: unknown): Generator<ArgumentText> {
  for (const node of walkJson(args, { maxDepth: maxNesting })) {
    if (typeof node.value === 'string' && node.value.includes('$')) yield textOf(node, node.value)
  }
}

function textOf(node: JsonNode, text: string): ArgumentText {
  return { path: pathOf(node).map(String), text, read: readTemplate(text) }
}
