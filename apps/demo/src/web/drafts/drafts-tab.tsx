import { createDraftClient } from '@pf/agui-adapter/client'
import { DraftPanels, useDraft } from '@pf/react-renderers/drafts'
import { useEffect, useRef, useState } from 'react'

const client = createDraftClient()
const key = 'pf-demo-draft'

/** The drafts tab: the document on one side, the discussion on the other. A reload restores the draft. */
export function DraftsTab() {
  const [round, setRound] = useState(0)
  const startNewDraft = () => {
    sessionStorage.removeItem(key)
    setRound(round + 1)
  }
  return <Draft key={round} isNew={round > 0} onNew={startNewDraft} />
}

function Draft({ isNew, onNew }: { isNew: boolean; onNew(): void }) {
  const draft = useDraft(client)
  const frame = useRef<HTMLElement>(null)
  const { artifact, draft_id, open, phase } = draft
  useEffect(() => {
    const known = sessionStorage.getItem(key)
    if (known) void open(known)
  }, [open])
  useEffect(() => {
    if (draft_id) sessionStorage.setItem(key, draft_id)
  }, [draft_id])
  // The "New draft" button had the focus and was removed.
  useEffect(() => {
    if (isNew) frame.current?.querySelector('textarea')?.focus()
  }, [isNew])
  const canLeave = artifact !== '' && phase !== 'writing' && phase !== 'confirming'
  return (
    <main className="drafts" ref={frame}>
      <div className="drafts-head">
        <h1 className="drafts-title">Drafts</h1>
        {canLeave && (
          <button type="button" className="button" onClick={onNew}>
            New draft
          </button>
        )}
      </div>
      <p className="drafts-hint">The assistant writes a text that you can discuss and change. Every version is kept until you make one final.</p>
      <DraftPanels draft={draft} placeholder="What should be written? For example: a note to the team about CO2" />
    </main>
  )
}
