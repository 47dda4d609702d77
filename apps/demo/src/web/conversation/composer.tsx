import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ServerStatus } from '../shell/use-server.ts'

/** Maximum number of characters of a question; the server has the same limit. */
const maxQuestionLength = 100_000

export interface ComposerProps {
  busy: boolean
  /** True while the assistant waits for an answer of the user. */
  waiting: boolean
  server: ServerStatus
  onSend(text: string): void
  /** Sends a text to the run that is at work, as its new request; absent if that run does not read messages. */
  onRedirect: ((text: string) => void) | undefined
  onStop(): void
  /** Content below the text field. */
  children?: ReactNode
}

/** The input for questions: Enter sends, Shift+Enter inserts a line break, Escape stops the run. While a run is at work, a text changes its request. */
export function Composer({ busy, waiting, server, onSend, onRedirect, onStop, children }: ComposerProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const question = text.trim()
  const tooLong = question.length > maxQuestionLength

  // The Stop button loses the focus when it is removed at the end of a run.
  useEffect(() => {
    if (!busy && (document.activeElement === document.body || document.activeElement === null)) field.current?.focus()
  }, [busy])

  const send = (event?: FormEvent) => {
    event?.preventDefault()
    const submit = busy ? onRedirect : onSend
    if (!submit || question === '' || tooLong) return
    submit(question)
    setText('')
    // The button that changes the request is removed with the text.
    if (busy) field.current?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && busy) onStop()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form className="composer" onSubmit={send}>
      <p className={tooLong ? 'composer__status composer__status--fault' : 'composer__status'} role="status">
        {tooLong ? tooLongText(question.length) : serverTexts[server]}
      </p>
      {waiting && (
        <p className="composer__waiting">
          <span>Waiting for you. Answer above, or ask something else to leave the question.</span>
          <button type="button" className="composer__go" onClick={goToQuestion}>
            Go to the question
          </button>
        </p>
      )}
      <div className={tooLong ? 'composer__box composer__box--fault' : 'composer__box'}>
        <label className="visually-hidden" htmlFor="question">
          Your question
        </label>
        <textarea
          id="question"
          ref={field}
          rows={1}
          value={text}
          placeholder={busy && onRedirect ? 'Change the request' : 'Ask about the data'}
          aria-invalid={tooLong}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
        />
        {busy ? (
          <>
            {onRedirect && question !== '' && (
              <button key="redirect" type="submit" className="button" disabled={tooLong}>
                Change
              </button>
            )}
            <button key="stop" type="button" className="button" onClick={onStop}>
              Stop
            </button>
          </>
        ) : (
          <button key="ask" type="submit" className="button button--primary" disabled={question === '' || tooLong}>
            Ask
          </button>
        )}
      </div>
      {children}
    </form>
  )
}

/** Moves the focus to the first control of the open question. */
function goToQuestion() {
  const boxes = document.querySelectorAll('.pf-question:is([data-state="open"], [data-state="failed"])')
  const box = boxes[boxes.length - 1]
  const target = box?.querySelector<HTMLElement>('[data-pf-focus]') ?? box?.querySelector<HTMLElement>('input, select, textarea, button')
  target?.focus()
  box?.scrollIntoView({ block: 'nearest' })
}

const tooLongText = (length: number) =>
  `The question has ${length.toLocaleString('en')} characters; at most ${maxQuestionLength.toLocaleString('en')} can be sent.`

const serverTexts = {
  ok: '',
  away: 'The connection to the server was lost. Reconnecting…',
  back: 'Connected again.',
} satisfies Record<ServerStatus, string>
