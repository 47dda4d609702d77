import { PfError, type ThreadRecord } from '@pf/core'
import { useEffect, useRef, useState } from 'react'
import { deleteThread } from './delete-thread.ts'

export interface DeleteDialogProps {
  thread: ThreadRecord
  onRemove(thread_id: string): Promise<void>
  onClose(deleted: boolean): void
}

/** Asks for confirmation before a conversation is deleted. The focus starts on the button that keeps it; Escape also keeps it. */
export function DeleteDialog({ thread, onRemove, onClose }: DeleteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [state, setState] = useState<'asking' | 'deleting' | { fault: string }>('asking')
  useEffect(() => dialog.current?.showModal(), [])
  const remove = () => {
    setState('deleting')
    deleteThread(thread.thread_id, onRemove).then(
      () => onClose(true),
      (error: unknown) => setState({ fault: faultText(error) }),
    )
  }
  return (
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby="delete-title"
      aria-describedby="delete-text"
      onClose={() => onClose(false)}
      // Escape closes only the dialog, not the list.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id="delete-title">Delete this conversation?</h2>
      <p id="delete-text">
        <span className="dialog__subject" dir="auto">
          {thread.title || 'Untitled conversation'}
        </span>
        Its questions, answers and data are removed from the server. An answer that is being written is stopped. This cannot be undone.
      </p>
      {typeof state === 'object' && (
        <p className="dialog__fault" role="alert">
          {state.fault}
        </p>
      )}
      <div className="dialog__buttons">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Keep it
        </button>
        <button type="button" className="button button--danger" disabled={state === 'deleting'} onClick={remove}>
          {state === 'deleting' ? 'Deleting…' : 'Delete conversation'}
        </button>
      </div>
    </dialog>
  )
}

function faultText(error: unknown): string {
  if (PfError.isInstance(error) && error.code === 'busy') return 'The conversation is still at work. Stop its answer, then delete it.'
  return PfError.isInstance(error) && error.code === 'network' ? error.message : 'The conversation could not be deleted. Try again.'
}
