import { getOwn, isRecord } from '../../json/records.ts'
import type { RepairedJson } from '../../streaming/repaired-json.ts'
import { type ActionTree, createActionTree, isAnswerKey, isRepeated, isText, StreamedText } from '../scan/action-tree.ts'
import type { ReasoningText } from '../scan/reasoning-text.ts'
import type { ActionSettings } from '../shape/action-options.ts'
import { answerKey } from '../shape/answer-args.ts'
import { type NodeName, readNodeName } from '../shape/opcodes.ts'
import { isPlanLike } from '../shape/plan-args.ts'
import { AnswerStream } from './answer-stream.ts'

/** The receiver of the output of a sink. */
export interface ActionSinkOutput {
  emitNode(node: string): void
  emitAnswer(text: string): void
  emitArgs(text: string): void
  readonly repaired: RepairedJson
  readonly reasoning: ReasoningText
  readonly settings: ActionSettings
}

/**
 * Builds the tree of an action and emits, while they arrive, its node, the answer of a final_response and the arguments of every other
 * action. Parts that precede `next_node` are held back until the node is known. A streamed answer is not kept.
 */
export class ActionSink implements ActionTree {
  private readonly tree = createActionTree()
  private readonly out: ActionSinkOutput
  private decided = false
  /** True if the action is an answer. */
  private terminal = false
  private node: string | undefined
  /** A tool named in the five-field form. Because a plan would take precedence, the tool is announced after `plan` or at the end. */
  private waiting: NodeName | undefined
  private argsOpen = false
  private stream: AnswerStream | undefined
  private thinking = false
  private heldArgs: string[] = []
  /** True if the action is a tool call, whose arguments are emitted but not kept, except for their keys and types. */
  private skipsArgs = false
  /** Number of open containers inside these arguments. */
  private skippedDepth = 0

  constructor(out: ActionSinkOutput) {
    this.out = out
  }

  get root() {
    return this.tree.root
  }

  get stack() {
    return this.tree.stack
  }

  get keys() {
    return this.tree.keys
  }

  /** The answer stream, while it is open. */
  get openStream(): AnswerStream | undefined {
    return this.stream
  }

  open(array: boolean): void {
    if (this.inSkippedArgs) {
      if (this.skippedDepth++ === 0) this.tree.add(array ? [] : {})
      return
    }
    this.tree.open(array)
    if (this.stack.length !== 2 || array || this.keys[0] !== 'args' || getOwn(this.root, 'args') !== this.stack[1]) return
    this.argsOpen = true
    this.out.repaired.on = !this.terminal
  }

  close(): void {
    if (this.skippedDepth > 0) this.skippedDepth--
    else this.tree.close()
    if (this.stack.length === 1 && this.argsOpen) this.closeArgs()
    this.endMember()
    if (this.stack.length === 0) this.release()
  }

  key(name: string): void {
    if (this.skippedDepth > 0) return
    this.tree.key(name)
    if (!this.inArgsObject() || !this.out.repaired.on) return
    if (isRepeated(this.tree, name) && isText(getOwn(this.stack[1], name))) this.out.repaired.mute()
  }

  textStart(): void {
    if (this.inSkippedArgs) return
    this.tree.textStart()
    const key = this.keys[0]
    this.thinking = this.stack.length === 1 && (key === 'thought' || key === 'reasoning') && !this.out.reasoning.started
    if (this.streamsNow()) this.begin()
  }

  text(piece: string): void {
    if (this.inSkippedArgs) return
    if (this.stream) {
      this.stream.put(piece)
      return
    }
    this.tree.text(piece)
    if (this.thinking) this.out.reasoning.put(piece)
  }

  textEnd(): void {
    if (this.skippedDepth > 0) return
    if (this.inSkippedArgs) this.tree.add(new StreamedText())
    else if (this.stream) this.tree.textEndAs(this.endStream(this.stream))
    else this.tree.textEnd()
    if (this.atNextNode()) this.decide(getOwn(this.root, 'next_node'))
    this.endMember()
  }

  whole(text: string): void {
    this.textStart()
    this.text(text)
    this.textEnd()
  }

  scalar(value: number | boolean | null | string): void {
    if (this.skippedDepth > 0) return
    this.tree.scalar(value)
    if (this.atNextNode()) this.decide(value)
    if (this.stack.length === 1 && this.keys[0] === 'plan') this.release()
    this.endMember()
  }

  partialText(): string | undefined {
    return this.tree.partialText()
  }

  attachPartial(): void {
    if (!this.stream) this.tree.attachPartial()
    else if (this.stream.text.length > 0) this.tree.textEndAs(this.stream.text)
  }

  /** Emits or holds back the arguments that were read since the last call. */
  flush(): void {
    const text = this.out.repaired.take()
    if (text === '' || this.terminal) return
    if (this.node !== undefined) this.out.emitArgs(text)
    else this.heldArgs.push(text)
  }

  private get inSkippedArgs(): boolean {
    return this.skipsArgs && this.argsOpen
  }

  private closeArgs(): void {
    this.argsOpen = false
    this.out.repaired.on = false
    this.flush()
  }

  private endMember(): void {
    if (this.inArgsObject()) this.out.repaired.unmute()
  }

  private inArgsObject(): boolean {
    return this.argsOpen && this.stack.length === 2 && this.skippedDepth === 0
  }

  private atNextNode(): boolean {
    return !this.decided && this.stack.length === 1 && this.keys[0] === 'next_node'
  }

  private streamsNow(): boolean {
    if (!this.terminal || !this.inArgsObject() || !isAnswerKey(this.keys[1] ?? '')) return false
    return !isText(getOwn(this.stack[1], 'answer')) && !isText(getOwn(this.stack[1], 'raw_answer'))
  }

  /** Begins to emit an answer. If `next_node` is null, the node is announced now and not before, because a plan may follow. */
  private begin(): AnswerStream {
    this.out.emitNode('final_response')
    this.stream = new AnswerStream(this.out)
    return this.stream
  }

  private endStream(stream: AnswerStream): StreamedText {
    this.stream = undefined
    return stream.end()
  }

  private decide(value: unknown): void {
    this.decided = true
    const { format, tools } = this.out.settings
    if (value === null && format !== 'unified' && !isPlanLike(getOwn(this.root, 'plan'))) this.becomeTerminal()
    const name = typeof value === 'string' ? readNodeName(value, tools) : undefined
    if (!name || (format === 'legacy' && name.kind !== 'tool')) return
    if (name.kind === 'tool' && isPlanLike(getOwn(this.root, 'plan'))) return
    if (name.kind === 'tool' && format !== 'unified' && this.planMayFollow()) this.waiting = name
    else this.announce(name)
  }

  private planMayFollow(): boolean {
    return getOwn(this.root, 'thought') !== undefined && getOwn(this.root, 'plan') === undefined
  }

  private announce({ node, kind }: NodeName): void {
    this.skipsArgs = kind === 'tool'
    this.out.emitNode(node)
    if (node === 'final_response') this.becomeTerminal()
    else this.releaseArgs(node)
  }

  /** Announces the waiting tool, unless the object holds a plan. */
  private release(): void {
    const { waiting } = this
    this.waiting = undefined
    if (waiting !== undefined && !isPlanLike(getOwn(this.root, 'plan'))) this.announce(waiting)
  }

  /** Marks the action as an answer. An answer text that preceded the node is emitted now. */
  private becomeTerminal(): void {
    this.terminal = true
    this.heldArgs = []
    const args = getOwn(this.root, 'args')
    if (!isRecord(args)) return
    const key = answerKey(args) ?? ''
    if (!isAnswerKey(key)) return
    const answer = args[key]
    if (typeof answer !== 'string' || answer === '') return
    const stream = this.begin()
    stream.put(answer)
    args[key] = this.endStream(stream)
  }

  private releaseArgs(node: string): void {
    this.node = node
    const text = this.heldArgs.join('')
    this.heldArgs = []
    this.out.emitArgs(text)
  }
}
