import type { FileClient } from '@pf/core'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useMessages } from '../context/use-messages.ts'
import type { FileLimits } from '../files/create-file-list.ts'
import { useInteraction } from '../hooks/use-interaction.ts'
import { useRun } from '../hooks/use-run.ts'
import { useTurns } from '../hooks/use-turns.ts'
import { chatMessages } from '../messages/chat.ts'
import { ChatConversation } from './chat-conversation.tsx'
import { type ChatExample, ChatExamples } from './chat-examples.tsx'
import { ChatInput } from './chat-input.tsx'

/** Props of PfChat. */
export interface PfChatProps {
  /** The conversation. Another id shows another conversation. */
  threadId: string
  /** Uploads the files of questions, for example `createFileClient()`. Without it, questions have no files. Keep it stable. */
  files?: FileClient
  /** Limits of the files of a question, as on the server. Default: 10 files of 5 MiB. */
  fileLimits?: Partial<FileLimits>
  /** Questions that an empty conversation offers. */
  examples?: readonly ChatExample[]
  /** The content of an empty conversation, above the examples. */
  welcome?: ReactNode
  /** Content between the conversation and the input, for example a `TaskPanel`. */
  aboveInput?: ReactNode
  /** Content below the input, for example a choice of the model. */
  belowInput?: ReactNode
  /** Whether the conversation is loaded when the chat appears, and an active run is followed. Default true. */
  restore?: boolean
  /** Whether a text that is sent while a run is active changes the request of that run. Default false. */
  redirect?: boolean
  /**
   * Whether figures show where they come from, on hover, focus and tap, with a list below the answer. Default true; needs the option
   * `provenance` of the agent.
   */
  figureSources?: boolean
  /** A notice above the input, for example that the server is restarting. The chat's own notices about a question take precedence. */
  notice?: string
  /** Called before a question is sent. */
  onSend?: (text: string) => void
  /**
   * Called with the run of an answer when the user reports a problem with it; without it, there is no button. A server can make a redacted
   * bundle of the run with `exportBundle` of `@pf/bundle`. Keep it stable.
   */
  onReport?: (run: { threadId: string; runId: string }) => void
  /** Called when the conversation has been loaded, or with the error that prevented it. Keep it stable. */
  onLoad?: (error?: unknown) => void
}

type Loading = 'loading' | 'ready' | 'failed'

/**
 * A conversation with its input: questions with files, answers with their steps, text, components, questions to the user, sources and
 * suggestions; stop, retry, and loading after a reload. Takes the height of its container. Must be inside a PfProvider; its texts are
 * `messages.chat`, and its look follows the design tokens.
 */
export function PfChat({
  threadId,
  files,
  fileLimits,
  examples = [],
  welcome,
  aboveInput,
  belowInput,
  notice,
  onSend,
  onReport,
  onLoad,
  ...behaviour
}: PfChatProps) {
  const { restore: restores = true, redirect = false, figureSources = true } = behaviour
  const messages = useMessages('chat', chatMessages)
  const run = useRun(threadId)
  const turns = useTurns()
  const waiting = useInteraction() !== undefined
  const [loading, setLoading] = useState<Loading>(restores ? 'loading' : 'ready')
  const { send, restore } = run

  const load = useCallback(() => {
    setLoading('loading')
    void restore().then(
      () => {
        setLoading('ready')
        onLoad?.()
      },
      (error: unknown) => {
        setLoading('failed')
        onLoad?.(error)
      },
    )
  }, [restore, onLoad])
  useEffect(() => {
    if (restores) load()
  }, [restores, load])

  const ask = useCallback(
    (text: string) => {
      onSend?.(text)
      send(text)
    },
    [onSend, send],
  )
  const report = useMemo(() => onReport && ((runId: string) => onReport({ threadId, runId })), [onReport, threadId])
  const busy = run.status === 'running'
  return (
    <section className="pf-chat" aria-label={messages.conversation}>
      <ChatConversation turns={turns} figureSources={figureSources} onAsk={ask} onRetry={run.retry} onReport={report}>
        {loading === 'failed' && (
          <div className="pf-part pf-chat-failure" role="alert">
            <p>{messages.notLoaded}</p>
            <button type="button" className="pf-button" onClick={load}>
              {messages.tryAgain}
            </button>
          </div>
        )}
        {turns.length === 0 && loading === 'ready' && (
          <div className="pf-chat-empty">
            {welcome}
            <ChatExamples examples={examples} onAsk={ask} />
          </div>
        )}
      </ChatConversation>
      {aboveInput}
      <ChatInput
        threadId={threadId}
        files={files}
        fileLimits={fileLimits}
        busy={busy}
        waiting={waiting}
        connection={run.connection}
        notice={notice}
        onSend={(text, stored) => {
          onSend?.(text)
          return send(text, stored)
        }}
        onRedirect={redirect ? (text) => void run.steer(text, 'redirect') : undefined}
        onStop={() => void run.stop()}
      >
        {belowInput}
      </ChatInput>
    </section>
  )
}
