import { setOwn } from '../../json/records.ts'
import type { JsonSink } from '../../streaming/json-sink.ts'
import { TreeBuilder } from '../../streaming/tree-builder.ts'

/** Represents a string that was emitted in pieces and not kept. */
export class StreamedText {
  length = 0
}

/** True for a string, and for a string that was streamed and not kept. */
export function isText(value: unknown): value is string | StreamedText {
  return typeof value === 'string' || value instanceof StreamedText
}

/** An object that is being read from model output: receives the tokens and exposes the resulting data. */
export interface ActionTree extends JsonSink, Pick<TreeBuilder, 'root' | 'stack' | 'keys' | 'partialText' | 'attachPartial'> {}

/**
 * Creates a tree with these rules for repeated keys: the first `next_node`, the first `args`, and in `args` the first `answer` that is a
 * string take precedence. For all other keys the last one does, as in JSON.parse. The rules apply to the root and to an action one level
 * below (in a wrapper). With `rootIsArgs`, the root is the arguments of an action. `onRepeat` is called with both values of each repeated
 * key; a container may still be empty at that time.
 */
export function createActionTree(rootIsArgs = false, onRepeat?: (first: unknown, second: unknown) => void): TreeBuilder {
  return new TreeBuilder((parent, key, value, tree) => {
    if (onRepeat && Object.hasOwn(parent, key)) onRepeat(parent[key], value)
    if (!isRepeated(tree, key, rootIsArgs)) setOwn(parent, key, value)
    else if (isAnswerKey(key) && !isText(parent[key])) replaceMember(parent, key, value)
  })
}

/** True if the innermost object already has a member with this name that must not be replaced by a later one. */
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

/** True for `answer` and its synonym `raw_answer`. */
export function isAnswerKey(key: string): boolean {
  return key === 'answer' || key === 'raw_answer'
}

/** Replaces a member and moves it to the end, which is its position in the text. */
function replaceMember(parent: Record<string, unknown>, key: string, value: unknown): void {
  delete parent[key]
  setOwn(parent, key, value)
}
