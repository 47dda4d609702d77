import { getOwn } from '../../json/get-own.ts'
import { isRecord } from '../../json/is-record.ts'
import type { RepairedJson } from '../../streaming/repaired-json.ts'
import { ActionTree, isText, StreamedText } from '../scan/action-tree.ts'
import type { ReasoningText } from '../scan/reasoning-text.ts'
import type { ActionSettings } from '../shape/action-options.ts'
import { answerKey, isAnswerKey } from '../shape/answer-args.ts'
import { type NodeName, readNodeName } from '../shape/opcodes.ts'
import { isPlanLike } from '../shape/plan-args.ts'
import { AnswerStream } from './answer-stream.ts'

/** Where the tap passes things on to. */
export interface ActionSinkOutput {
  emitNode(node: string): void
  emitAnswer(text: string): void
  emitArgs(text: string): void
  readonly echo: RepairedJson
  readonly reasoning: ReasoningText
  readonly settings: ActionSettings
}

/**
 * Builds the tree of an action and passes on, as they come, its node, the answer of a final_response and the arguments of
 * everything else. What comes before `next_node` waits until it is known; a streamed answer is not kept.
 */
export class ActionSink extends ActionTree {
  private readonly out: ActionSinkOutput
  private decided = false
  private terminal = false
  /** `next_node` is null: an answer, unless a plan turns up. It is announced with its first text. */
  private unannounced = false
  private node: string | undefined
  /** A tool named in the five-field form: a plan may still beat it, so it waits for `plan` or the end. */
  private waiting: NodeName | undefined
  private argsOpen = false
  private stream: AnswerStream | undefined
  private thinking = false
  private heldArgs: string[] = []
  /** A tool is called: what its arguments hold is passed on, nobody looks at it here. Their keys and kinds are kept. */
  private lean = false
  /** Open containers inside such arguments. */
  private skipped = 0

  constructor(out: ActionSinkOutput) {
    super()
    this.out = out
  }

  /** The answer while it is being streamed. */
  get openStream(): AnswerStream | undefined {
    return this.stream
  }

  override open(array: boolean): void {
    if (this.leavesOut) {
      if (this.skipped++ === 0) this.add(array ? [] : {})
      return
    }
    super.open(array)
    if (this.stack.length !== 2 || array || this.keys[0] !== 'args' || getOwn(this.root, 'args') !== this.stack[1]) return
    this.argsOpen = true
    this.out.echo.on = !this.terminal
  }

  override close(): void {
    if (this.skipped > 0) this.skipped--
    else super.close()
    if (this.stack.length === 1 && this.argsOpen) this.closeArgs()
    this.memberEnd()
    if (this.stack.length === 0) this.release()
  }

  override key(name: string): void {
    if (this.skipped > 0) return
    super.key(name)
    const args = this.stack[1]
    if (!this.inArgsObject() || !isRecord(args) || !this.out.echo.on) return
    if (this.keepsFirst(args, name) && isText(args[name])) this.out.echo.mute()
  }

  override textStart(): void {
    if (this.leavesOut) return
    super.textStart()
    const key = this.keys[0]
    this.thinking = this.stack.length === 1 && (key === 'thought' || key === 'reasoning') && !this.out.reasoning.started
    if (this.streamsNow()) this.begin()
  }

  override text(piece: string): void {
    if (this.leavesOut) return
    if (this.stream) {
      this.stream.put(piece)
      return
    }
    super.text(piece)
    if (this.thinking) this.out.reasoning.put(piece)
  }

  override textEnd(): void {
    if (this.skipped > 0) return
    if (this.leavesOut) this.add(new StreamedText())
    else if (this.stream) this.add(this.endStream(this.stream))
    else super.textEnd()
    if (this.atNextNode()) this.decide(getOwn(this.root, 'next_node'))
    this.memberEnd()
  }

  override whole(text: string): void {
    if (this.skipped > 0) return
    this.textStart()
    this.text(text)
    this.textEnd()
  }

  override scalar(value: number | boolean | null | string): void {
    if (this.skipped > 0) return
    super.scalar(value)
    if (this.atNextNode()) this.decide(value)
    if (this.stack.length === 1 && this.keys[0] === 'plan') this.release()
    this.memberEnd()
  }

  override attachPartial(): void {
    if (!this.stream) super.attachPartial()
    else if (this.stream.text.length > 0) this.add(this.stream.text)
  }

  /** Passes on, or puts aside, the arguments read since the last call. */
  flush(): void {
    const text = this.out.echo.take()
    if (text === '' || this.terminal) return
    if (this.node !== undefined) this.out.emitArgs(text)
    else this.heldArgs.push(text)
  }

  /** Inside the arguments of a tool call. */
  private get leavesOut(): boolean {
    return this.lean && this.argsOpen
  }

  private closeArgs(): void {
    this.argsOpen = false
    this.out.echo.on = false
    this.flush()
  }

  private memberEnd(): void {
    if (this.inArgsObject()) this.out.echo.unmute()
  }

  private inArgsObject(): boolean {
    return this.argsOpen && this.stack.length === 2 && this.skipped === 0
  }

  private atNextNode(): boolean {
    return !this.decided && this.stack.length === 1 && this.keys[0] === 'next_node'
  }

  private streamsNow(): boolean {
    if (!this.terminal || !this.inArgsObject() || !isAnswerKey(this.keys[1] ?? '')) return false
    return !isText(getOwn(this.stack[1], 'answer')) && !isText(getOwn(this.stack[1], 'raw_answer'))
  }

  private begin(): AnswerStream {
    if (this.unannounced) this.out.emitNode('final_response')
    this.unannounced = false
    this.stream = new AnswerStream(this.out)
    return this.stream
  }

  private endStream(stream: AnswerStream) {
    this.stream = undefined
    this.pieces = undefined
    return stream.end()
  }

  private decide(value: unknown): void {
    this.decided = true
    const { format, tools } = this.out.settings
    if (value === null && format !== 'unified') this.decideNull()
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
    this.lean = kind === 'tool'
    this.out.emitNode(node)
    if (node === 'final_response') this.becomeTerminal()
    else this.releaseArgs(node)
  }

  private release(): void {
    const { waiting } = this
    this.waiting = undefined
    if (waiting !== undefined && !isPlanLike(getOwn(this.root, 'plan'))) this.announce(waiting)
  }

  private decideNull(): void {
    if (isPlanLike(getOwn(this.root, 'plan'))) return
    this.unannounced = true
    this.becomeTerminal()
  }

  private becomeTerminal(): void {
    this.terminal = true
    this.heldArgs = []
    const args = getOwn(this.root, 'args')
    const key = isRecord(args) ? answerKey(args) : undefined
    if (!isRecord(args) || key === undefined || !isAnswerKey(key)) return
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
    if (text !== '') this.out.emitArgs(text)
  }
}
