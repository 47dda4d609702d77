import { createTaskClient } from '@pf/agui-adapter/client'
import type { TaskClient } from '@pf/core'
import { isOpenGroup, isScheduled, TaskPanel, useTasks } from '@pf/react-renderers/tasks'

const client: TaskClient = createTaskClient()

/** A new conversation has no tasks, and the server does not know it yet. */
const empty: TaskClient = { ...client, listGroups: async () => [] }

export interface BackgroundWorkProps {
  threadId: string
  /** True once the server knows the conversation. */
  known: boolean
  /** Called when the result of a task was added to the conversation. */
  onReported(): void
}

/** The background work of a conversation above the question field, with a badge for what waits for approval. Closed when nothing is left to do, and hidden while there is none. */
export function BackgroundWork({ threadId, known, onReported }: BackgroundWorkProps) {
  const tasks = useTasks(known ? client : empty, threadId, { onReported })
  const { groups } = tasks
  if (groups.length === 0) return null
  const waiting = groups.filter(({ approval }) => approval === 'pending').length
  const scheduled = groups.flatMap((group) => group.tasks).filter(isScheduled).length
  return (
    <div className="work">
      <details className="work__box" open={groups.some(isOpenGroup)}>
        <summary className="work__title">
          Background work
          {waiting > 0 && <span className="work__badge">{waiting} to approve</span>}
          {scheduled > 0 && <span className="work__badge">{scheduled} scheduled</span>}
        </summary>
        <div className="work__list">
          <TaskPanel tasks={tasks} />
        </div>
      </details>
    </div>
  )
}
