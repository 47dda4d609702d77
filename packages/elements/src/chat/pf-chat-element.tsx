import { createFileClient } from '@pf/agui-adapter/client'
import type { FileClient } from '@pf/core'
import { PfError } from '@pf/core'
import { randomId } from '@pf/core/internal'
import type { AssistantTurn, FileLimits, RunHandle } from '@pf/react-renderers'
import type { ChatExample, PfChatProps } from '@pf/react-renderers/chat'
import { type ComponentStore, createComponentStore } from '@pf/react-renderers/store'
import type { ReactNode } from 'react'
import { PfElement } from '../base/pf-element.tsx'
import { emit } from '../shared/events.ts'
import { omitUndefined } from '../shared/omit-undefined.ts'
import { ChatRuns } from './chat-runs.tsx'
import { createMessageMerge } from './merge-messages.ts'
import { type AnswerWatch, watchAnswers } from './watch-answers.ts'

/** A page that gives the element a height of its own, such as `100%`, overrides this one. */
const styles = `
:host { block-size: min(640px, 100dvh); }
::slotted([slot="below-input"]) { margin-block-start: var(--pf-space-2); }
`

/** One conversation of the element. Its store outlives the content, which is removed while the element is not in a document. */
interface Conversation {
  threadId: string
  /** The kits, policy and client for which the store was created. */
  sources: readonly unknown[]
  store: ComponentStore
  watch: AnswerWatch
  /** Whether the server may have the conversation. */
  restore: boolean
  onLoad(error?: unknown): void
}

/**
 * `<pf-chat>`: a conversation with its input in one element. The slots `welcome`, `above-input` and `below-input` take content of the page.
 * It dispatches `pf-answer`, `pf-question`, `pf-error`, `pf-thread`, `pf-send` and `pf-action`.
 */
export class PfChatElement extends PfElement {
  static override get observedAttributes(): string[] {
    return [...PfElement.observedAttributes, 'thread-id', 'placeholder', 'label', 'notice', 'files', 'redirect', 'no-figure-sources']
  }

  #ownThreadId: string | undefined
  #conversation: Conversation | undefined
  #examples: readonly ChatExample[] | undefined
  #fileLimits: Partial<FileLimits> | undefined
  #files: { options: object; client: FileClient } | undefined
  readonly #merge = createMessageMerge()
  #run: RunHandle | undefined
  #loaded = false
  #waiting: ((run: RunHandle) => void)[] = []

  /** The conversation. Without the attribute `thread-id`, the element starts one with an id of its own and dispatches `pf-thread`. */
  get threadId(): string {
    return this.getAttribute('thread-id') || this.#ownThreadId || ''
  }
  set threadId(value: string | null | undefined) {
    this.setText('thread-id', value || null)
  }

  /** The placeholder of the input. */
  get placeholder(): string {
    return this.getAttribute('placeholder') ?? ''
  }
  set placeholder(value: string | null | undefined) {
    this.setText('placeholder', value)
  }

  /** The name of the conversation for screen readers, for a page with more than one. */
  get label(): string {
    return this.getAttribute('label') ?? ''
  }
  set label(value: string | null | undefined) {
    this.setText('label', value)
  }

  /** A notice above the input. */
  get notice(): string {
    return this.getAttribute('notice') ?? ''
  }
  set notice(value: string | null | undefined) {
    this.setText('notice', value)
  }

  /** Whether questions can have files, which the server stores. */
  get files(): boolean {
    return this.hasAttribute('files')
  }
  set files(value: boolean) {
    this.toggleAttribute('files', Boolean(value))
  }

  /** Whether a text that is sent while a run is active changes the request of that run. */
  get redirect(): boolean {
    return this.hasAttribute('redirect')
  }
  set redirect(value: boolean) {
    this.toggleAttribute('redirect', Boolean(value))
  }

  /** Questions that an empty conversation offers. */
  get examples(): readonly ChatExample[] | undefined {
    return this.#examples
  }
  set examples(value: readonly ChatExample[] | undefined) {
    this.#examples = value ?? undefined
    this.update()
  }

  /** Limits of the files of a question, as on the server. Default: 10 files of 5 MiB. */
  get fileLimits(): Partial<FileLimits> | undefined {
    return this.#fileLimits
  }
  set fileLimits(value: Partial<FileLimits> | undefined) {
    this.#fileLimits = value ?? undefined
    this.update()
  }

  /**
   * Sends a question as the input does, after the conversation has been loaded. Resolves to false while a run is active and for blank text.
   * Rejects with PfError `invalid_input` if the element is not in a document.
   */
  async send(text: string): Promise<boolean> {
    const run = await this.#loadedRun()
    const question = String(text)
    const sent = run.send(question)
    if (sent) emit(this, 'pf-send', { threadId: this.threadId, text: question })
    return sent
  }

  /** Cancels the active run. The text written so far is kept. */
  async stop(): Promise<void> {
    await this.#run?.stop()
  }

  /** Starts another conversation and returns its id. The one before remains on the server. */
  newThread(): string {
    const threadId = randomId()
    this.#ownThreadId = threadId
    if (this.hasAttribute('thread-id')) this.threadId = threadId
    this.update()
    emit(this, 'pf-thread', { threadId })
    return threadId
  }

  protected override ownStyles(): string {
    return styles
  }

  protected override unmounted(): void {
    this.#conversation?.watch.end()
    if (this.#conversation) this.#conversation.restore = true
    this.#loaded = false
  }

  protected override content(): ReactNode | { fault: string } {
    if (this.threadId === '') this.newThread()
    const { client, options } = this.clients()
    const provider = this.providerProps()
    const conversation = this.#conversationOf(provider.policy, provider.kits, client)
    const { threadId, store, onLoad, restore } = conversation
    const chat: PfChatProps = {
      threadId,
      restore,
      redirect: this.redirect,
      figureSources: !this.hasAttribute('no-figure-sources'),
      welcome: <slot name="welcome" />,
      aboveInput: <slot name="above-input" />,
      belowInput: <slot name="below-input" />,
      onLoad,
      onSend: (text) => emit(this, 'pf-send', { threadId, text }),
      ...omitUndefined({
        examples: this.#examples,
        fileLimits: this.#fileLimits,
        notice: this.notice || undefined,
        files: this.files ? this.#fileClient(options) : undefined,
      }),
    }
    const messages = this.#merge(provider.messages, { placeholder: this.placeholder, conversation: this.label })
    return <ChatRuns key={threadId} provider={{ ...provider, ...omitUndefined({ messages }), client, store }} chat={chat} onRun={this.#setRun} />
  }

  #conversationOf(...sources: readonly unknown[]): Conversation {
    const { threadId } = this
    const before = this.#conversation
    if (before?.threadId === threadId && before.sources.every((source, index) => source === sources[index])) return before
    before?.watch.end()
    this.#loaded = false
    const { policy, kits } = this
    const store = createComponentStore(omitUndefined({ policy, kits }))
    const watch = watchAnswers(store, (turn) => this.#answered(threadId, turn))
    const restore = before?.threadId === threadId || threadId !== this.#ownThreadId
    const onLoad = (error?: unknown) => {
      if (this.#conversation?.store !== store) return
      if (error !== undefined) this.report(error, { threadId })
      this.#begin()
    }
    this.#conversation = { threadId, sources, store, watch, restore, onLoad }
    return this.#conversation
  }

  #answered(threadId: string, turn: AssistantTurn) {
    const { status, error } = turn
    if (status === 'error') emit(this, 'pf-error', { code: 'internal', message: '', ...error, threadId })
    else emit(this, status === 'waiting' ? 'pf-question' : 'pf-answer', { threadId, turn })
  }

  readonly #setRun = (run: RunHandle | undefined): void => {
    this.#run = run
    // A conversation that the server cannot have needs no loading.
    if (run && !this.#conversation?.restore && !this.#loaded) this.#begin()
    else this.#serve()
  }

  #begin() {
    this.#loaded = true
    this.#conversation?.watch.begin()
    this.#serve()
  }

  #serve() {
    if (!this.#run || !this.#loaded) return
    for (const resolve of this.#waiting.splice(0)) resolve(this.#run)
  }

  #loadedRun(): Promise<RunHandle> {
    if (!this.isConnected) return Promise.reject(new PfError('invalid_input', '<pf-chat> is not in a document. Add it before you send a question.'))
    if (this.#run && this.#loaded) return Promise.resolve(this.#run)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #fileClient(options: object): FileClient {
    if (this.#files?.options !== options) this.#files = { options, client: createFileClient(options) }
    return this.#files.client
  }
}
