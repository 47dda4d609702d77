import { createDraftClient } from '@pf/agui-adapter/client'
import { DraftPanels, useDraft } from '@pf/react-renderers/drafts'
import { useEffect } from 'react'

const client = createDraftClient()
const key = 'pf-demo-draft'

/** Drafting: the document grows on one side, the discussion on the other. A reload shows the same draft again. */
export function DraftsTab() {
  const draft = useDraft(client)
  const { draft_id, open } = draft
  useEffect(() => {
    const known = sessionStorage.getItem(key)
    if (known) void open(known)
  }, [open])
  useEffect(() => {
    if (draft_id) sessionStorage.setItem(key, draft_id)
  }, [draft_id])
  return (
    <main className="drafts">
      <h1 className="drafts-title">Drafts</h1>
      <p className="drafts-hint">A text is written first and talked about second. It is yours to make final; until then every version is kept.</p>
      <DraftPanels draft={draft} placeholder="What should be written? For example: a note to the team about CO2" />
    </main>
  )
}
