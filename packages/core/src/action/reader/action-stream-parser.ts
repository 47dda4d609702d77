import { SurrogatePairBuffer } from '../../json/surrogate-pair-buffer.ts'
import { utf8Length } from '../../json/utf8-length.ts'
import { asciiEnd, PlainTextReader } from '../../streaming/plain-text-reader.ts'
import { RepairedJson } from '../../streaming/repaired-json.ts'
import type { Verdict } from '../normalize/action-collector.ts'
import { type ActionScan, createActionScan } from '../normalize/action-scan.ts'
import { type ActionTree, createActionTree, StreamedText } from '../scan/action-tree.ts'
import { ReasoningText } from '../scan/reasoning-text.ts'
import { type ActionOptions, type ActionSettings, actionSettings } from '../shape/action-options.ts'
import { ActionSink, type ActionSinkOutput } from './action-sink.ts'
import type { AnswerStream } from './answer-stream.ts'
import type { ActionReaderEvent, EndEvent } from './reader-events.ts'

/** Where a machine passes on what it reads. */
export interface ReaderEventOutput {
  push(event: ActionReaderEvent): void
}

const tooLarge: Verdict = { ok: false, code: 'too_large', message: '', whole: false }

/** What an action reader and an answer extractor have in common: everything but the form of what comes out. */
export class ActionStreamParser implements ActionSinkOutput {
  /** The node as last announced. */
  node: string | undefined
  /** Characters of the answer given out so far. */
  emitted = 0
  readonly settings: ActionSettings
  readonly repaired = new RepairedJson()
  readonly reasoning: ReasoningText
  private readonly out: ReaderEventOutput
  private readonly scan: ActionScan
  private readonly run = new PlainTextReader()
  private sink: ActionSink | undefined
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
  private readonly argsPairs = new SurrogatePairBuffer()
  private finished = false

  constructor(out: ReaderEventOutput, options: ActionOptions | undefined) {
    this.out = out
    this.settings = actionSettings(options)
    this.room = this.settings.maxBytes
    this.reasoning = new ReasoningText((text) => out.push({ type: 'reasoning_delta', text }))
    const { settings, repaired, reasoning } = this
    this.scan = createActionScan({ settings, createTree: (actionSeen) => this.createTree(actionSeen), repaired, reasoning })
  }

  /**
   * Takes the next piece. Returns the text when the piece brought nothing but more of the answer: the way of nearly all pieces of
   * a long one. Else everything has gone to the output, in its order, and undefined comes back.
   */
  read(chunk: string): string | undefined {
    const { stream } = this
    if (stream === undefined || !this.isEven) return this.readSlowly(chunk)
    const plain = asciiEnd(chunk, 0)
    if (plain < chunk.length) return this.readRun(stream, chunk, plain)
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
    this.sink?.flush()
    return verdict.ok ? this.endOf(verdict) : this.endOfFault(verdict)
  }

  private readSlowly(chunk: string): string | undefined {
    if (this.stream) return this.readRun(this.stream, this.cut + chunk, 0)
    if (this.finished) return undefined
    this.room -= utf8Length(chunk)
    return this.scanOn(chunk)
  }

  /** Reads a piece of the answer as far as it goes without the tokenizer. Up to `plain` is known to be plain. */
  private readRun(stream: AnswerStream, piece: string, plain: number): string | undefined {
    const { run } = this
    const decoded = run.read(piece, 0, plain)
    const rest = piece.slice(run.end)
    this.room += this.cut.length - run.end - run.extraBytes - utf8Length(rest)
    this.cut = isBegunEscape(rest) ? rest : ''
    const settled = run.isOdd || !stream.isEven ? stream.settle(decoded) : decoded
    const text = this.room < 0 ? '' : settled
    this.isEven = stream.isEven && this.cut === ''
    this.emitted += text.length
    if (rest === this.cut) return text
    if (text !== '') this.out.push({ type: 'answer_delta', text })
    return this.scanOn(rest)
  }

  private scanOn(text: string): undefined {
    this.leaveStream()
    if (this.room < 0 || text === '') return
    this.scan.scanner.feed(text)
    this.sink?.flush()
    const stream = this.sink?.openStream
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

  private createTree(actionSeen: boolean): ActionTree {
    if (actionSeen) return createActionTree()
    this.sink = new ActionSink(this)
    return this.sink
  }

  /** For the sink. */
  emitNode(node: string): void {
    if (this.node === node) return
    this.node = node
    this.out.push({ type: 'node', node })
  }

  /** For the sink. */
  emitAnswer(text: string): void {
    this.emitted += text.length
    this.out.push({ type: 'answer_delta', text })
  }

  /** For the sink. */
  emitArgs(piece: string): void {
    const text = this.argsPairs.take(piece)
    this.argsLength += text.length
    if (text !== '') this.out.push({ type: 'args_delta', text })
  }

  private endOf({ action }: Verdict & { ok: true }): EndEvent {
    const shown = this.node === undefined || this.node === action.next_node
    this.emitNode(action.next_node)
    if (action.next_node === 'final_response') return { type: 'end', complete: true, ...this.rest(action.args.answer) }
    if (this.argsLength === 0) this.out.push({ type: 'args_delta', text: JSON.stringify(action.args) })
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

/** True for what may be the beginning of an escape. */
function isBegunEscape(text: string): boolean {
  return text === '\\' || (text.length < 6 && text.startsWith('\\u'))
}
