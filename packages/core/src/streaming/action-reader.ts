import type { Verdict } from '../action/action-collector.ts'
import { type ActionOptions, type ActionSettings, actionSettings } from '../action/action-options.ts'
import { type ActionScan, createActionScan } from '../action/action-scan.ts'
import { utf8Length } from '../action/utf8-length.ts'
import { ActionTap, type TapOutput } from './action-tap.ts'
import { ActionTree } from './action-tree.ts'
import type { AnswerStream } from './answer-stream.ts'
import { Echo } from './echo.ts'
import { EventQueue } from './event-queue.ts'
import { PlainText } from './plain-text.ts'
import type { ActionReaderEvent, EndEvent } from './reader-event.ts'
import { ReasoningText } from './reasoning-text.ts'
import { StreamedText } from './streamed-text.ts'

/** How far a reader has come. */
export interface ActionReaderState {
  /** The node as last announced. */
  readonly node: string | undefined
  /** The action is known to be an answer. */
  readonly isFinish: boolean
  /** Characters of the answer given out so far. */
  readonly emitted: number
}

/** Reads one model output as it arrives. */
export interface ActionReader {
  /** Takes the next piece, cut anywhere (also inside an escape or a surrogate pair), and returns what became known by it. */
  feed(chunk: string): ActionReaderEvent[]
  /** Ends the input; its last event is `end`. Later calls return nothing. */
  finish(): ActionReaderEvent[]
  readonly state: ActionReaderState
}

const tooLarge: Verdict = { ok: false, code: 'too_large', message: '', whole: false }

class Reader implements ActionReader {
  private readonly queue = new EventQueue()
  private readonly echo = new Echo()
  private readonly plain = new PlainText()
  private readonly settings: ActionSettings
  private readonly scan: ActionScan
  private readonly reasoning = new ReasoningText((text) => this.queue.delta('reasoning_delta', text))
  private tap: ActionTap | undefined
  /** The answer, while plain text would only add to it. */
  private stream: AnswerStream | undefined
  private node: string | undefined
  private emitted = 0
  private argsLength = 0
  private argsHalf = ''
  private bytes = 0
  private finished = false

  constructor(options: ActionOptions | undefined) {
    this.settings = actionSettings(options)
    const out = this.output()
    const tree = (actionSeen: boolean) => {
      if (actionSeen) return new ActionTree()
      this.tap = new ActionTap(out)
      return this.tap
    }
    this.scan = createActionScan({ settings: this.settings, tree, echo: this.echo, reasoning: this.reasoning })
  }

  get state(): ActionReaderState {
    return { node: this.node, isFinish: this.node === 'final_response', emitted: this.emitted }
  }

  feed(chunk: string): ActionReaderEvent[] {
    if (this.stream !== undefined) {
      const read = this.plain.read(chunk)
      if (read === chunk.length) return this.passOn(this.stream)
      if (read > 0) return [...this.passOn(this.stream), ...this.feedSlowly(chunk.slice(read))]
    }
    return this.feedSlowly(chunk)
  }

  finish(): ActionReaderEvent[] {
    if (this.finished) return []
    this.finished = true
    this.stream = undefined
    const verdict = this.isTooLarge ? tooLarge : this.scan.finish()
    this.tap?.flush()
    this.queue.push(verdict.ok ? this.endOf(verdict) : this.endOfFault(verdict))
    return this.queue.take()
  }

  /** The way of nearly all pieces of a long answer: nothing in them that the tokenizer would have to look at. */
  private passOn(stream: AnswerStream): ActionReaderEvent[] {
    const { text } = this.plain
    this.bytes += this.plain.bytes
    if (text === '' || this.isTooLarge) return []
    stream.text.length += text.length
    this.emitted += text.length
    return [{ type: 'answer_delta', text }]
  }

  private feedSlowly(chunk: string): ActionReaderEvent[] {
    if (this.finished || this.isTooLarge) return []
    this.bytes += utf8Length(chunk)
    if (this.isTooLarge) return []
    this.scan.scanner.feed(chunk)
    this.tap?.flush()
    this.stream = this.scan.scanner.takesPlain ? this.tap?.evenStream : undefined
    return this.queue.take()
  }

  private get isTooLarge(): boolean {
    return this.bytes > this.settings.maxBytes
  }

  private output(): TapOutput {
    return {
      node: (node) => this.announce(node),
      answer: (text) => {
        this.emitted += text.length
        this.queue.delta('answer_delta', text)
      },
      args: (text) => this.giveArgs(text),
      echo: this.echo,
      reasoning: this.reasoning,
      settings: this.settings,
    }
  }

  private announce(node: string): void {
    if (this.node === node) return
    this.node = node
    this.queue.push({ type: 'node', node })
  }

  /** Half a surrogate pair waits for the other half, so that no delta holds a lone one because of a cut. */
  private giveArgs(piece: string): void {
    const text = this.argsHalf + piece
    const last = text.charCodeAt(text.length - 1)
    const cut = last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length
    this.argsHalf = text.slice(cut)
    this.argsLength += cut
    if (cut > 0) this.queue.delta('args_delta', text.slice(0, cut))
  }

  private endOf({ action }: Verdict & { ok: true }): EndEvent {
    const shown = this.node === undefined || this.node === action.next_node
    this.announce(action.next_node)
    if (action.next_node === 'final_response') return { type: 'end', complete: true, ...this.rest(action.args.answer) }
    if (this.argsLength === 0) this.queue.delta('args_delta', JSON.stringify(action.args))
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

/**
 * Reads model output as it arrives: reasoning, the node, the answer of a final_response and the arguments of everything else.
 * concat(answer_delta) + end.text is the answer `normalizeAction` gives for the whole text, for every way of cutting it.
 */
export function createActionReader(options?: ActionOptions): ActionReader {
  return new Reader(options)
}
