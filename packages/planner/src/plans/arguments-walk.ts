import { type JsonNode, pathOf, walkJson } from '@pf/core/internal'
import { readTemplate, type TemplateText } from './reference.ts'

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
