import { PfError, type ThreadRecord } from '@pf/core'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import { PfContext } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { threadMessages } from '../messages/threads.ts'

/** Props of ThreadDeleteDialog. */
export interface ThreadDeleteDialogProps {
  thread: ThreadRecord
  onRemove(thread_id: string): Promise<void>
  onClose(deleted: boolean): void
}

/** Asks for confirmation before a conversation is deleted. The focus starts on the button that keeps it; Escape also keeps it. */
export function ThreadDeleteDialog({ thread, onRemove, onClose }: ThreadDeleteDialogProps) {
  const messages = useMessages('threads', threadMessages)
  const client = useContext(PfContext)?.client
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [state, setState] = useState<'asking' | 'deleting' | { fault: string }>('asking')
  useEffect(() => dialog.current?.showModal(), [])
  const remove = () => {
    setState('deleting')
    deleteThread(thread.thread_id, onRemove, (run_id) => client?.cancel(run_id)).then(
      () => onClose(true),
      (error: unknown) => setState({ fault: faultText(error, messages) }),
    )
  }
  return (
    <dialog
      className="pf-part pf-thread-dialog"
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={() => onClose(false)}
      // Escape closes only the dialog, not what the list is in.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id={`${id}-title`}>{messages.removeTitle}</h2>
      <p id={`${id}-text`}>
        <span className="pf-thread-dialog-subject" dir="auto">
          {thread.title || messages.untitled}
        </span>
        {messages.removeText}
      </p>
      {typeof state === 'object' && (
        <p className="pf-thread-fault" role="alert">
          {state.fault}
        </p>
      )}
      <div className="pf-thread-dialog-buttons">
        <button type="button" className="pf-button" onClick={() => dialog.current?.close()}>
          {messages.keep}
        </button>
        <button type="button" className="pf-button" data-danger disabled={state === 'deleting'} onClick={remove}>
          {state === 'deleting' ? messages.removing : messages.confirmRemove}
        </button>
      </div>
    </dialog>
  )
}

function faultText(error: unknown, messages: typeof threadMessages): string {
  const code = PfError.isInstance(error) ? error.code : undefined
  return code === 'busy' ? messages.busy : code === 'network' ? messages.offline : messages.notRemoved
}

/** Maximum number of runs that are cancelled for one deletion: that of the conversation, and those of its background tasks. */
const maxCancelled = 50

/**
 * Deletes a conversation. Active runs are cancelled first; if one does not end, or another one starts in the meantime, the conversation is
 * kept and the error is thrown.
 */
async function deleteThread(thread_id: string, remove: (thread_id: string) => Promise<void>, cancel: (run_id: string) => unknown): Promise<void> {
  const cancelled = new Set<string>()
  while (true) {
    try {
      return await remove(thread_id)
    } catch (error) {
      const run_id = PfError.isInstance(error) && error.code === 'busy' ? error.fields.run_id : undefined
      if (typeof run_id !== 'string' || cancelled.has(run_id) || cancelled.size >= maxCancelled) throw error
      cancelled.add(run_id)
      await cancel(run_id)
    }
  }
}
