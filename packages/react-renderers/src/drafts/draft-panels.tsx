import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '../context/use-messages.ts'
import { draftMessages } from '../messages/drafts.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { MarkdownText } from '../renderers/markdown/markdown-text.tsx'
import { withoutBidi } from '../text/plain-text.ts'
import { DraftHistory } from './draft-history.tsx'
import type { DraftHandle } from './use-draft.ts'

/** Keys of messages without parameters. */
type TextKey = { [Key in keyof typeof draftMessages]: (typeof draftMessages)[Key] extends string ? Key : never }[keyof typeof draftMessages]

/** Props of DraftPanels. */
export interface DraftPanelsProps {
  draft: DraftHandle
  /** Placeholder of the first request. Default: the message `firstRequest`. */
  placeholder?: string
}

/** Shows the document and the discussion side by side while they are written, with the form for confirmation and change requests below the discussion. */
export function DraftPanels({ draft, placeholder }: DraftPanelsProps) {
  const messages = useMessages('drafts', draftMessages)
  const { phase, artifact, discussion, error, fault } = draft
  const status = statusMessages[phase]
  const writing = phase === 'writing'
  return (
    <div className="pf-draft" data-phase={phase}>
      <div className="pf-draft-sides">
        <section className="pf-draft-document" aria-label={messages.document} aria-busy={writing}>
          <DraftHead draft={draft} />
          {artifact === '' ? (
            <p className="pf-draft-empty">{writing ? messages.writing : messages.empty}</p>
          ) : (
            <MarkdownText text={artifact} streaming={writing && discussion === ''} />
          )}
        </section>
        <section className="pf-draft-discussion" aria-label={messages.discussion}>
          {discussion !== '' && <MarkdownText text={discussion} streaming={writing} />}
          {error !== undefined && (
            <p className="pf-draft-error" role="alert">
              {fault ? messages[fault] : withoutBidi(error)}
            </p>
          )}
          <p className="pf-sr" role="status">
            {status && messages[status]}
          </p>
          <ConfirmControls draft={draft} />
          <RequestForm draft={draft} placeholder={placeholder ?? messages.firstRequest} />
        </section>
      </div>
    </div>
  )
}

const statusMessages: Partial<Record<DraftHandle['phase'], TextKey>> = {
  writing: 'announceWriting',
  ready: 'announceReady',
  confirming: 'announceConfirming',
  confirmed: 'announceConfirmed',
}

const marks = {
  writing: 'markWriting',
  ready: 'markDraft',
  confirming: 'markDraft',
  confirmed: 'markFinal',
  refused: 'markUnchanged',
} as const satisfies Partial<Record<DraftHandle['phase'], TextKey>>

function DraftHead({ draft }: { draft: DraftHandle }) {
  const messages = useMessages('drafts', draftMessages)
  const { phase, draft: record, artifact } = draft
  const [history, setHistory] = useState(false)
  const id = useId()
  const versions = record?.versions ?? []
  const hasText = record !== undefined && record.version > 0
  if (phase === 'idle') return null
  return (
    <>
      <div className="pf-draft-head">
        <span className="pf-draft-mark">
          {messages[phase === 'refused' && !hasText ? 'markNothing' : marks[phase]]}
          {hasText && phase !== 'writing' && messages.ofVersion(record.version)}
        </span>
        {versions.length > 1 && (
          <button type="button" className="pf-tool" aria-expanded={history} aria-controls={id} onClick={() => setHistory(!history)}>
            {history ? messages.hideChanges : messages.showChanges}
          </button>
        )}
        {phase !== 'writing' && artifact !== '' && <CopyButton text={() => withoutBidi(artifact)} />}
      </div>
      {versions.length > 1 && (
        <div id={id} hidden={!history}>
          {history && <DraftHistory versions={versions} />}
        </div>
      )}
    </>
  )
}

function ConfirmControls({ draft }: { draft: DraftHandle }) {
  const messages = useMessages('drafts', draftMessages)
  const { phase, draft: record, artifact } = draft
  if (phase === 'confirmed') return <p className="pf-draft-final">{messages.final}</p>
  if (phase !== 'ready' && phase !== 'confirming') return null
  return (
    <div className="pf-draft-confirm">
      <button type="button" className="pf-button" disabled={phase === 'confirming' || artifact.trim() === ''} onClick={() => void draft.confirm()}>
        {messages.confirm(record?.version ?? 1)}
      </button>
      {artifact.trim() === '' && <p className="pf-draft-hint">{messages.noText}</p>}
    </div>
  )
}

function RequestForm({ draft, placeholder }: { draft: DraftHandle; placeholder: string }) {
  const messages = useMessages('drafts', draftMessages)
  const { phase, draft_id } = draft
  const [text, setText] = useState('')
  const id = useId()
  const startWriting = draft_id !== undefined && draft.draft !== undefined && draft.draft.version > 0
  const lastRequest = useRef('')
  useEffect(() => {
    if (phase === 'refused') setText((now) => now || lastRequest.current)
  }, [phase])
  const label = startWriting ? messages.nextRequest : placeholder
  const send = () => {
    if (!(startWriting ? draft.change(text) : draft.start(text))) return
    lastRequest.current = text
    setText('')
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form className="pf-draft-form" onSubmit={onSubmit}>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} rows={3} value={text} onChange={(event) => setText(event.target.value)} onKeyDown={onKeyDown} disabled={phase === 'confirming'} />
      {phase === 'writing' ? (
        <button type="button" className="pf-button" onClick={() => void draft.stop()}>
          {messages.stop}
        </button>
      ) : (
        <button type="submit" className="pf-button" disabled={text.trim() === '' || phase === 'confirming'}>
          {startWriting ? messages.change : messages.write}
        </button>
      )}
    </form>
  )
}
