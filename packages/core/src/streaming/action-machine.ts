import type { Verdict } from '../action/action-collector.ts'
import { type ActionOptions, type ActionSettings, actionSettings } from '../action/action-options.ts'
import { type ActionScan, createActionScan } from '../action/action-scan.ts'
import { utf8Length } from '../action/utf8-length.ts'
import { ActionTap, type TapOutput } from './action-tap.ts'
import { ActionTree } from './action-tree.ts'
import type { AnswerStream } from './answer-stream.ts'
import { unitAt } from './characters.ts'
import { Echo } from './echo.ts'
import { isBegunEscape } from './escapes.ts'
import { asciiEnd, PlainRun } from './plain-run.ts'
import type { EndEvent } from './reader-event.ts'
import { ReasoningText } from './reasoning-text.ts'
import { StreamedText } from './streamed-text.ts'

/** The kinds of text a machine passes on. */
export type DeltaType = 'reasoning_delta' | 'answer_delta' | 'args_delta'

/** Where a machine passes on what it reads. */
export interface MachineOutput {
  /** False when deltas of arguments will not be looked at. */
  readonly wantsArgs: boolean
  node(node: string): void
  delta(type: DeltaType, text: string): void
}

const tooLarge: Verdict = { ok: false, code: 'too_large', message: '', whole: false }

/** What an action reader and an answer extractor have in common: everything but the form of what comes out. */
export class ActionMachine implements TapOutput {
  /** The node as last announced. */
  node: string | undefined
  /** Characters of the answer given out so far. */
  emitted = 0
  readonly settings: ActionSettings
  readonly echo = new Echo()
  readonly reasoning: ReasoningText
  private readonly out: MachineOutput
  private readonly scan: ActionScan
  private readonly run = new PlainRun()
  private tap: ActionTap | undefined
  /** The answer, while plain text would only add to it. */
  private stream: AnswerStream | undefined
  /** The same, and neither half an escape nor half a surrogate pair waits for the next piece. */
  private isEven = false
  /** The beginning of an escape of the answer. */
  private cut = ''
  /** Characters given out before this stream. */
  private emittedBefore = 0
  /** Bytes that may still come; below zero it was too much. */
  private room: number
  private argsLength = 0
  private argsHalf = ''
  private finished = false

  constructor(out: MachineOutput, options: ActionOptions | undefined) {
    this.out = out
    this.settings = actionSettings(options)
    this.room = this.settings.maxBytes
    this.reasoning = new ReasoningText((text) => out.delta('reasoning_delta', text))
    const { settings, echo, reasoning } = this
    this.scan = createActionScan({ settings, tree: (actionSeen) => this.newTree(actionSeen), echo, reasoning })
  }

  /** For the tap. */
  get wantsArgs(): boolean {
    return this.out.wantsArgs
  }

  /**
   * Takes the next piece. Returns the text when the piece brought nothing but more of the answer: the way of nearly all pieces of
   * a long one. Else everything has gone to the output, in its order, and undefined comes back.
   */
  read(chunk: string): string | undefined {
    if (!this.isEven) return this.readSlowly(chunk)
    const plain = asciiEnd(chunk, 0)
    if (plain < chunk.length) return this.readRun(chunk, plain)
    this.room -= plain
    if (this.room < 0) return ''
    this.emitted += plain
    return chunk
  }

  /** Ends the input. Only the first call says anything. */
  finish(): EndEvent | undefined {
    if (this.finished) return undefined
    this.scanOn(this.cut)
    this.finished = true
    this.leaveStream()
    const verdict = this.room < 0 ? tooLarge : this.scan.finish()
    this.tap?.flush()
    return verdict.ok ? this.endOf(verdict) : this.endOfFault(verdict)
  }

  private readSlowly(chunk: string): string | undefined {
    if (this.stream !== undefined) return this.readRun(this.cut + chunk, 0)
    if (this.finished) return undefined
    this.room -= utf8Length(chunk)
    return this.scanOn(chunk)
  }

  /** Reads a piece of the answer as far as it goes without the tokenizer. Up to `plain` is known to be plain. */
  private readRun(piece: string, plain: number): string | undefined {
    const { run } = this
    const decoded = run.read(piece, 0, plain)
    this.room += this.cut.length - run.end - run.extraBytes
    this.cut = ''
    const rest = run.end === piece.length ? '' : this.cutOff(piece.slice(run.end))
    const text = this.room < 0 ? '' : this.wellFormed(decoded)
    this.emitted += text.length
    if (rest === '') return text
    if (text !== '') this.out.delta('answer_delta', text)
    return this.scanOn(rest)
  }

  /** Keeps the beginning of an escape for the next piece; anything else comes back. */
  private cutOff(rest: string): string {
    this.room -= utf8Length(rest)
    if (!isBegunEscape(rest)) return rest
    this.cut = rest
    return ''
  }

  /** What can go out of a run. Half a pair at its end waits for the next piece. */
  private wellFormed(text: string): string {
    const { stream } = this
    if (stream === undefined) return ''
    const settled = this.run.isOdd || !stream.isEven ? stream.settle(text) : text
    this.isEven = stream.isEven && this.cut === ''
    return settled
  }

  private scanOn(text: string): undefined {
    this.leaveStream()
    if (this.room < 0 || text === '') return
    this.scan.scanner.feed(text)
    this.tap?.flush()
    const stream = this.tap?.openStream
    if (stream && this.scan.scanner.takesPlain) this.enterStream(stream)
  }

  private enterStream(stream: AnswerStream): void {
    this.stream = stream
    this.isEven = stream.isEven
    this.emittedBefore = this.emitted - stream.text.length
  }

  private leaveStream(): void {
    if (this.stream) this.stream.text.length = this.emitted - this.emittedBefore
    this.stream = undefined
    this.isEven = false
    this.cut = ''
  }

  private newTree(actionSeen: boolean): ActionTree {
    if (actionSeen) return new ActionTree()
    this.tap = new ActionTap(this)
    return this.tap
  }

  /** For the tap. */
  giveNode(node: string): void {
    if (this.node === node) return
    this.node = node
    this.out.node(node)
  }

  /** For the tap. */
  giveAnswer(text: string): void {
    this.emitted += text.length
    this.out.delta('answer_delta', text)
  }

  /** For the tap. Half a surrogate pair waits for the other half, so that no delta holds a lone one because of a cut. */
  giveArgs(piece: string): void {
    const text = this.argsHalf === '' ? piece : this.argsHalf + piece
    const last = unitAt(text, text.length - 1)
    const isHalf = last >= 0xd800 && last <= 0xdbff
    const whole = isHalf ? text.slice(0, -1) : text
    this.argsHalf = isHalf ? text.slice(-1) : ''
    this.argsLength += whole.length
    if (whole !== '') this.out.delta('args_delta', whole)
  }

  private endOf({ action }: Verdict & { ok: true }): EndEvent {
    const shown = this.node === undefined || this.node === action.next_node
    this.giveNode(action.next_node)
    if (action.next_node === 'final_response') return { type: 'end', complete: true, ...this.rest(action.args.answer) }
    if (this.argsLength === 0 && this.out.wantsArgs) this.out.delta('args_delta', JSON.stringify(action.args))
    return { type: 'end', complete: true, text: '', ...(shown && this.emitted === 0 ? {} : { reset: true }) }
  }

  private endOfFault(verdict: Verdict & { ok: false }): EndEvent {
    return { type: 'end', complete: verdict.whole, error: verdict.code, ...this.rest(verdict.partial) }
  }

  private rest(answer: unknown): Pick<EndEvent, 'text' | 'reset'> {
    if (answer instanceof StreamedText) return { text: '' }
    const text = typeof answer === 'string' ? answer : ''
    return this.emitted > 0 ? { text, reset: true } : { text }
  }
}
