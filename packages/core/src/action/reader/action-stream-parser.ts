import { getOwn } from '../../json/records.ts'
import { SurrogatePairBuffer, utf8Length } from '../../json/utf8.ts'
import { asciiEnd, PlainTextReader } from '../../streaming/plain-text-reader.ts'
import { RepairedJson } from '../../streaming/repaired-json.ts'
import type { Verdict } from '../normalize/action-collector.ts'
import { type ActionScan, createActionScan } from '../normalize/action-scan.ts'
import { type ActionTree, createActionTree, StreamedText } from '../scan/action-tree.ts'
import { ReasoningText } from '../scan/reasoning-text.ts'
import { type ActionOptions, type ActionSettings, actionSettings } from '../shape/action-options.ts'
import { isOpcode } from '../shape/opcodes.ts'
import { ActionSink, type ActionSinkOutput } from './action-sink.ts'
import type { AnswerStream } from './answer-stream.ts'
import type { ActionReaderEvent, EndEvent } from './reader-events.ts'

/** Receives the events of a parser. */
export interface ReaderEventOutput {
  push(event: ActionReaderEvent): void
}

const tooLarge: Verdict = { ok: false, code: 'too_large', message: '', complete: false }

/** Reads the stream of one action. `createActionReader` and `createAnswerExtractor` differ only in the events that they return. */
export class ActionStreamParser implements ActionSinkOutput {
  /** The node that was announced last. */
  node: string | undefined
  /** Number of characters of the answer emitted so far. */
  emitted = 0
  readonly settings: ActionSettings
  readonly repaired = new RepairedJson()
  readonly reasoning: ReasoningText
  private readonly out: ReaderEventOutput
  private readonly scan: ActionScan
  private readonly run = new PlainTextReader()
  private sink: ActionSink | undefined
  /** The answer stream, as long as plain text would only be appended to it. */
  private stream: AnswerStream | undefined
  /** True if `stream` is set, and neither a partial escape nor a high surrogate waits for the next piece. */
  private isComplete = false
  /** The first part of an escape in the answer that was cut at the end of the last piece. */
  private partialEscape = ''
  /** Number of characters emitted before this stream. */
  private emittedBefore = 0
  /** Number of bytes that are still allowed; negative after the input exceeded the limit. */
  private remainingBytes: number
  private argsLength = 0
  private readonly argsPairs = new SurrogatePairBuffer()
  private finished = false

  constructor(out: ReaderEventOutput, options: ActionOptions | undefined) {
    this.out = out
    this.settings = actionSettings(options)
    this.remainingBytes = this.settings.maxBytes
    this.reasoning = new ReasoningText((text) => out.push({ type: 'reasoning_delta', text }))
    const { settings, repaired, reasoning } = this
    this.scan = createActionScan({ settings, createTree: (actionSeen) => this.createTree(actionSeen), repaired, reasoning })
  }

  /**
   * Takes the next piece. Returns text if the piece only continued the answer, as most pieces of a long answer do. Otherwise sends all
   * events to the output, in order, and returns undefined.
   */
  read(chunk: string): string | undefined {
    const { stream } = this
    if (stream === undefined || !this.isComplete) return this.readSlowly(chunk)
    const plain = asciiEnd(chunk, 0)
    if (plain < chunk.length) return this.readRun(stream, chunk, plain)
    this.remainingBytes -= plain
    if (this.remainingBytes < 0) return ''
    this.emitted += plain
    return chunk
  }

  /** Ends the input. Returns undefined from the second call on. */
  finish(): EndEvent | undefined {
    if (this.finished) return undefined
    this.scanOn(this.partialEscape)
    this.finished = true
    this.leaveStream()
    const verdict = this.remainingBytes < 0 ? tooLarge : this.scan.finish()
    this.sink?.flush()
    return verdict.ok ? this.endOf(verdict) : this.endOfFault(verdict)
  }

  private readSlowly(chunk: string): string | undefined {
    if (this.stream) return this.readRun(this.stream, this.partialEscape + chunk, 0)
    if (this.finished) return undefined
    this.remainingBytes -= utf8Length(chunk)
    return this.scanOn(chunk)
  }

  /** Reads as much of the answer in a piece as possible without the tokenizer. The piece is known to be plain up to `plain`. */
  private readRun(stream: AnswerStream, piece: string, plain: number): string | undefined {
    const { run } = this
    const decoded = run.read(piece, 0, plain)
    const rest = piece.slice(run.end)
    this.remainingBytes += this.partialEscape.length - run.end - run.extraBytes - utf8Length(rest)
    this.partialEscape = isPartialEscape(rest) ? rest : ''
    const complete = run.mayBeIllFormed || !stream.isComplete ? stream.takeComplete(decoded) : decoded
    const text = this.remainingBytes < 0 ? '' : complete
    this.isComplete = stream.isComplete && this.partialEscape === ''
    this.emitted += text.length
    if (rest === this.partialEscape) return text
    if (text !== '') this.out.push({ type: 'answer_delta', text })
    return this.scanOn(rest)
  }

  private scanOn(text: string): undefined {
    this.leaveStream()
    if (this.remainingBytes < 0) return
    this.scan.scanner.feed(text)
    this.sink?.flush()
    const stream = this.sink?.openStream
    if (stream && this.scan.scanner.takesPlain) this.enterStream(stream)
  }

  private enterStream(stream: AnswerStream): void {
    this.stream = stream
    this.isComplete = stream.isComplete
    this.emittedBefore = this.emitted - stream.text.length
  }

  private leaveStream(): void {
    if (this.stream) this.stream.text.length = this.emitted - this.emittedBefore
    this.stream = undefined
    this.isComplete = false
    this.partialEscape = ''
  }

  private createTree(actionSeen: boolean): ActionTree {
    if (actionSeen) return createActionTree()
    this.sink = new ActionSink(this)
    return this.sink
  }

  emitNode(node: string): void {
    if (this.node === node) return
    this.node = node
    this.out.push({ type: 'node', node })
  }

  emitAnswer(text: string): void {
    this.emitted += text.length
    this.out.push({ type: 'answer_delta', text })
  }

  emitArgs(piece: string): void {
    const text = this.argsPairs.take(piece)
    this.argsLength += text.length
    if (text !== '') this.out.push({ type: 'args_delta', text })
  }

  private endOf({ action, object }: Verdict & { ok: true }): EndEvent {
    const isWhole = this.argsLength === 0 || isOpcode(action.next_node) || getOwn(object.tree.root, 'args') === action.args
    const shown = isWhole && (this.node === undefined || this.node === action.next_node)
    this.emitNode(action.next_node)
    if (action.next_node === 'final_response') return { type: 'end', complete: true, ...this.rest(action.args.answer) }
    if (this.argsLength === 0) this.out.push({ type: 'args_delta', text: JSON.stringify(action.args) })
    return { type: 'end', complete: true, text: '', ...(shown && this.emitted === 0 ? {} : { reset: true }) }
  }

  private endOfFault(verdict: Verdict & { ok: false }): EndEvent {
    return { type: 'end', complete: verdict.complete, error: verdict.code, ...this.rest(verdict.partial) }
  }

  private rest(answer: unknown): Pick<EndEvent, 'text' | 'reset'> {
    if (answer instanceof StreamedText) return { text: '' }
    const text = typeof answer === 'string' ? answer : ''
    return this.emitted > 0 ? { text, reset: true } : { text }
  }
}

/** True if the text is the first part of an escape. */
function isPartialEscape(text: string): boolean {
  return text === '\\' || (text.length < 6 && text.startsWith('\\u'))
}
