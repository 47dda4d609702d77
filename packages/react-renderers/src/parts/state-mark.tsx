import { useMessages } from '../context/use-messages.ts'
import { partMessages } from '../messages/parts.ts'
import type { ToolCallStatus } from '../store/model/types.ts'

const marks: Record<ToolCallStatus, { path: string; word: 'running' | 'done' | 'failed' | 'skipped' | 'withdrawn' | 'stopped' }> = {
  streaming: { path: 'M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z', word: 'running' },
  running: { path: 'M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z', word: 'running' },
  ok: { path: 'M3.5 8.5 6.5 11.5 12.5 4.5', word: 'done' },
  error: { path: 'M4.5 4.5 11.5 11.5M11.5 4.5 4.5 11.5', word: 'failed' },
  skipped: { path: 'M4 8H12', word: 'skipped' },
  withdrawn: { path: 'M4 8H12', word: 'withdrawn' },
  cancelled: { path: 'M5 5H11V11H5Z', word: 'stopped' },
}

/** Shows the state of a step as a small icon, with a text for screen readers. */
export function StateMark({ state }: { state: ToolCallStatus }) {
  const messages = useMessages('parts', partMessages)
  const { path, word } = marks[state]
  return (
    <span className="pf-mark" data-state={state}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d={path} />
      </svg>
      <span className="pf-sr">{messages[word]}</span>
    </span>
  )
}
