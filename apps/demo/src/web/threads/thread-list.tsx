import { createThreadClient } from '@pf/agui-adapter/client'
import { PfThreadList } from '@pf/react-renderers/chat'
import { useRef } from 'react'
import { CloseIcon } from '../shell/icons.tsx'
import { listPanel, type Panel, useDrawerFocus } from '../shell/use-panel.ts'
import { InboxList } from './inbox-list.tsx'

export interface ThreadListProps {
  panel: Panel
  /** Id of the displayed conversation. */
  current: string
  /** Changes whenever the list may have changed: when a run begins or ends, and when the server is available again. */
  version: string
}

/** The client of the list. Both chat agents keep their conversations in the same store. */
const client = createThreadClient()
const linkOf = (thread_id: string) => `/?thread=${encodeURIComponent(thread_id)}`

/** The user's conversations and what waits for the user in others. A column on wide screens, a drawer on narrow ones. */
export function ThreadList({ panel, current, version }: ThreadListProps) {
  const drawer = useRef<HTMLElement>(null)
  useDrawerFocus(drawer, listPanel, panel.open)
  return (
    <aside
      id={listPanel.id}
      className="threads"
      aria-label="Conversations and what waits"
      hidden={!panel.open}
      ref={drawer}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && panel.close()}
    >
      <div className="threads__head">
        <h2>Conversations</h2>
        <button type="button" className="icon-button threads__close" onClick={panel.close} aria-label="Close the conversations">
          <CloseIcon />
        </button>
      </div>
      <PfThreadList
        client={client}
        current={current}
        linkOf={linkOf}
        onNew={() => location.assign('/')}
        onDeleted={(thread_id) => thread_id === current && location.assign('/')}
        version={version}
      >
        {panel.open && <InboxList current={current} />}
      </PfThreadList>
    </aside>
  )
}
