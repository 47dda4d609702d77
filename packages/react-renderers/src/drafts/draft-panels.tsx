import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { CopyButton } from '../parts/copy-button.tsx'
import { MarkdownText } from '../parts/markdown-text.tsx'
import { withoutBidi } from '../text/plain-text.ts'
import { DraftHistory } from './draft-history.tsx'
import type { DraftHandle } from './use-draft.ts'

interface DraftPanelsProps {
  draft: DraftHandle
  /** What the first question's field says. */
  placeholder?: string
}

/** The document on one side, the discussion on the other; both grow while they are written. Confirm and change request are below the discussion. */
export function DraftPanels({ draft, placeholder = 'What should be written?' }: DraftPanelsProps) {
  const { phase, artifact, discussion, error } = draft
  const writing = phase === 'writing'
  return (
    <div className="pf-draft" data-phase={phase}>
      <div className="pf-draft-sides">
        <section className="pf-draft-document" aria-label="Document" aria-busy={writing}>
          <DraftHead draft={draft} />
          {artifact === '' ? (
            <p className="pf-draft-empty">{writing ? 'Writing …' : 'The document will stand here while it is written.'}</p>
          ) : (
            <MarkdownText text={artifact} streaming={writing && discussion === ''} />
          )}
        </section>
        <section className="pf-draft-talk" aria-label="Discussion">
          {discussion !== '' && <MarkdownText text={discussion} streaming={writing} />}
          {error !== undefined && (
            <p className="pf-draft-error" role="alert">
              {withoutBidi(error)}
            </p>
          )}
          <p className="pf-sr" role="status">
            {said[phase]}
          </p>
          <Confirm draft={draft} />
          <Ask draft={draft} placeholder={placeholder} />
        </section>
      </div>
    </div>
  )
}

const said: Record<DraftHandle['phase'], string> = {
  idle: '',
  writing: 'The draft is being written.',
  ready: 'The draft is ready.',
  refused: '',
  confirming: 'Confirming.',
  confirmed: 'The text is final.',
}

const marks: Partial<Record<DraftHandle['phase'], string>> = {
  writing: 'Writing',
  ready: 'Draft',
  confirming: 'Draft',
  confirmed: 'Final',
  refused: 'Unchanged',
}

function DraftHead({ draft }: { draft: DraftHandle }) {
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
          {phase === 'refused' && !hasText ? 'Nothing written' : marks[phase]}
          {hasText && phase !== 'writing' && ` · version ${record?.version}`}
        </span>
        {versions.length > 1 && (
          <button type="button" className="pf-tool" aria-expanded={history} aria-controls={id} onClick={() => setHistory(!history)}>
            {history ? 'Hide changes' : 'What changed'}
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

function Confirm({ draft }: { draft: DraftHandle }) {
  const { phase, draft: record, artifact } = draft
  if (phase === 'confirmed') return <p className="pf-draft-final">This text is final. Ask for a change to draft it anew.</p>
  if (phase !== 'ready' && phase !== 'confirming') return null
  return (
    <div className="pf-draft-confirm">
      <button type="button" className="pf-button" disabled={phase === 'confirming' || artifact.trim() === ''} onClick={() => void draft.confirm()}>
        Make version {record?.version ?? 1} final
      </button>
      {artifact.trim() === '' && <p className="pf-draft-hint">There is no text to confirm yet.</p>}
    </div>
  )
}

function Ask({ draft, placeholder }: { draft: DraftHandle; placeholder: string }) {
  const { phase, draft_id } = draft
  const [text, setText] = useState('')
  const id = useId()
  const begun = draft_id !== undefined && draft.draft !== undefined && draft.draft.version > 0
  const asked = useRef('')
  useEffect(() => {
    if (phase === 'refused') setText((now) => now || asked.current)
  }, [phase])
  const label = begun ? 'What should change?' : placeholder
  const send = () => {
    if (!(begun ? draft.change(text) : draft.start(text))) return
    asked.current = text
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
    <form className="pf-draft-ask" onSubmit={onSubmit}>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} rows={3} value={text} onChange={(event) => setText(event.target.value)} onKeyDown={onKeyDown} disabled={phase === 'confirming'} />
      {phase === 'writing' ? (
        <button type="button" className="pf-button" onClick={() => void draft.stop()}>
          Stop
        </button>
      ) : (
        <button type="submit" className="pf-button" disabled={text.trim() === '' || phase === 'confirming'}>
          {begun ? 'Ask for this change' : 'Write a draft'}
        </button>
      )}
    </form>
  )
}
