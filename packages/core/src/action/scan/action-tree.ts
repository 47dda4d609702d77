import { setOwn } from '../../json/set-own.ts'
import { TreeBuilder } from '../../streaming/tree-builder.ts'

/** True for a string, also for one that was streamed and not kept. */
export function isText(value: unknown): value is string | StreamedText {
  return typeof value === 'string' || value instanceof StreamedText
}

/**
 * A tree with the rules for doubled keys: of a doubled `next_node` or `args` the first wins, of a doubled `answer` (in `args`)
 * the first string; all other keys follow JSON.parse. The rules hold for the root and for an action one level down (a wrapper).
 */
export class ActionTree extends TreeBuilder {
  private readonly rootIsArgs: boolean

  /** `rootIsArgs`: the root is not an action but the arguments of one. */
  constructor(rootIsArgs = false) {
    super()
    this.rootIsArgs = rootIsArgs
  }

  protected override member(parent: Record<string, unknown>, key: string, value: unknown): void {
    if (!this.keepsFirst(parent, key)) setOwn(parent, key, value)
    else if (isAnswer(key) && !isText(parent[key])) replace(parent, key, value)
  }

  /** True when the member at hand is a repetition that will be dropped. */
  protected keepsFirst(parent: object, key: string): boolean {
    if (!Object.hasOwn(parent, key)) return false
    if (isAnswer(key)) return this.inArgs()
    return (key === 'next_node' || key === 'args') && this.atAction()
  }

  private atAction(): boolean {
    if (this.rootIsArgs) return false
    const depth = this.stack.length
    return depth === 1 || (depth === 2 && this.keys[0] !== 'args')
  }

  private inArgs(): boolean {
    const depth = this.stack.length
    if (this.rootIsArgs) return depth === 1
    return (depth === 2 && this.keys[0] === 'args') || (depth === 3 && this.keys[1] === 'args' && this.keys[0] !== 'args')
  }
}

function isAnswer(key: string): boolean {
  return key === 'answer' || key === 'raw_answer'
}

/** Puts the value at the end, where it stands in the text. */
function replace(parent: Record<string, unknown>, key: string, value: unknown): void {
  delete parent[key]
  setOwn(parent, key, value)
}

/** Stands in a tree for a string that went out as deltas and was not kept. */
export class StreamedText {
  length = 0
}
