import { setOwn } from '../../json/records.ts'
import type { JsonSink } from '../../streaming/json-sink.ts'
import { TreeBuilder } from '../../streaming/tree-builder.ts'

/** Takes the place of a string that was passed on in pieces and not kept. */
export class StreamedText {
  length = 0
}

/** True for a string, and for one that was streamed and not kept. */
export function isText(value: unknown): value is string | StreamedText {
  return typeof value === 'string' || value instanceof StreamedText
}

/** An object while it is read from model output: takes what the tokenizer reads, and shows what came of it. */
export interface ActionTree extends JsonSink, Pick<TreeBuilder, 'root' | 'stack' | 'keys' | 'partialText' | 'attachPartial'> {}

/**
 * Creates a tree with the rules for repeated keys: the first `next_node` and the first `args` win, and in `args` the first
 * `answer` that is a string; for all other keys the last one wins, as in JSON.parse. The rules hold for the root and for an action
 * one level down (in a wrapper). `rootIsArgs`: the root is not an action but the arguments of one.
 */
export function createActionTree(rootIsArgs = false): TreeBuilder {
  return new TreeBuilder((parent, key, value, tree) => {
    if (!isRepeated(tree, key, rootIsArgs)) setOwn(parent, key, value)
    else if (isAnswerKey(key) && !isText(parent[key])) replaceMember(parent, key, value)
  })
}

/** True when the innermost object already has a member of this name that a later one does not replace. */
export function isRepeated({ stack, keys }: TreeBuilder, key: string, rootIsArgs = false): boolean {
  const parent = stack[stack.length - 1]
  if (parent === undefined || !Object.hasOwn(parent, key)) return false
  if (isAnswerKey(key)) return rootIsArgs ? stack.length === 1 : isInArgs(stack.length, keys)
  if (key !== 'next_node' && key !== 'args') return false
  return !rootIsArgs && (stack.length === 1 || (stack.length === 2 && keys[0] !== 'args'))
}

function isInArgs(depth: number, keys: readonly string[]): boolean {
  return (depth === 2 && keys[0] === 'args') || (depth === 3 && keys[1] === 'args' && keys[0] !== 'args')
}

/** True for `answer` and its synonym. */
export function isAnswerKey(key: string): boolean {
  return key === 'answer' || key === 'raw_answer'
}

/** Puts the new value last, where it stands in the text. */
function replaceMember(parent: Record<string, unknown>, key: string, value: unknown): void {
  delete parent[key]
  setOwn(parent, key, value)
}
