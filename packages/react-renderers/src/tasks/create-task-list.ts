import { PfError, type TaskClient, type TaskGroupView, type TaskVerb, type TaskView } from '@pf/core'
import { dueReports } from '@pf/core/internal'
import { toRunError } from '../run/read-run.ts'
import { createListeners } from '../store/listeners.ts'
import { newId } from '../store/new-id.ts'

/** The state of the background work of a conversation. */
export interface TaskListState {
  /** The groups with their tasks, oldest first. A task that was started alone is the only member of its group. */
  groups: readonly TaskGroupView[]
  status: 'loading' | 'ready' | 'error'
  /** The error of the last attempt to read. Reading is retried, and the known groups are kept. */
  error?: { code: string; message: string }
}

/** The actions of a list. Each rejects with the PfError of the client; after `conflict`, the list shows the current state. */
export interface TaskListActions {
  /** Reads the groups immediately. */
  refresh(): Promise<void>
  /** Cancels a task, or approves or rejects the result of a task that was started alone. */
  decide(task_id: string, verb: TaskVerb): Promise<void>
  /** Cancels all tasks of a group, or approves or rejects its results as one batch. */
  decideGroup(group_id: string, verb: TaskVerb): Promise<void>
  /** Sends a message to a running subagent, which reads it before its next step. */
  sendMessage(task_id: string, text: string): Promise<void>
}

/** Controls one list, without React. */
export interface TaskList extends TaskListActions {
  getSnapshot(): TaskListState
  subscribe(listener: () => void): () => void
  /** Reads the groups repeatedly until the returned function is called: every two seconds while work is open, or always with `active`, for a page on which a run that may start tasks is at work. */
  follow(active?: boolean): () => void
}

/** Milliseconds between two reads while work is open, while none is, and after errors. */
const [openMs, idleMs, maxErrorMs] = [2_000, 15_000, 30_000]

/** Milliseconds before its start at which a task counts as open. */
const soonMs = 5_000

/** True while a task runs, waits or starts within five seconds, while a result waits for approval, and until it was added to the conversation. */
export const isOpenGroup = (group: TaskGroupView): boolean =>
  group.approval === 'pending' || dueReports(group).length > 0 || group.tasks.some((task) => isOpenTask(task) && (task.starts_at ?? 0) <= Date.now() + soonMs)

/** True for a task that waits for the time at which it starts. */
export const isScheduled = ({ mode, status, starts_at }: TaskView): boolean => status === 'queued' && (mode === 'schedule' || starts_at !== undefined)

/** True while a task has not ended. */
export const isOpenTask = ({ status }: TaskView): boolean => status === 'queued' || status === 'running' || status === 'paused'

/** Creates the list of a conversation's background work. It reads nothing before `follow` or `refresh` is called. */
export function createTaskList(client: TaskClient, thread_id: string): TaskList {
  const { subscribe, notifyListeners } = createListeners()
  let state: TaskListState = { groups: [], status: 'loading' }
  let failures = 0
  let reads = 0
  let wake: (() => void) | undefined
  const set = (more: TaskListState) => {
    state = more
    notifyListeners()
  }
  const setGroups = (groups: readonly TaskGroupView[]) => set({ groups, status: 'ready' })

  async function read(signal?: AbortSignal): Promise<void> {
    reads += 1
    const number = reads
    try {
      const groups = await client.listGroups(thread_id, signal ? { signal } : {})
      // An older read must not replace the result of a newer one, or of a decision.
      if (signal?.aborted || number !== reads) return
      failures = 0
      setGroups(groups)
    } catch (error) {
      if (signal?.aborted || number !== reads) return
      failures += 1
      set({ groups: state.groups, status: 'error', error: toRunError(error) })
    }
  }
  async function run(signal: AbortSignal, active: boolean): Promise<void> {
    while (!signal.aborted) {
      if (!isHidden()) await read(signal)
      await pause(nextMs(active), signal)
    }
  }
  function nextMs(active: boolean): number {
    if (failures > 0) return Math.min(maxErrorMs, openMs * 2 ** (failures - 1))
    return active || state.groups.some(isOpenGroup) ? openMs : idleMs
  }
  function pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        wake = undefined
        resolve()
      }
      const timer = setTimeout(end, ms)
      signal.addEventListener('abort', end)
      wake = end
    })
  }
  async function decided<Result>(request: Promise<Result>, apply: (result: Result) => void): Promise<void> {
    try {
      const result = await request
      reads += 1
      apply(result)
    } catch (error) {
      if (error instanceof PfError && error.code === 'conflict') await read()
      throw error
    } finally {
      // The next read shows what follows from the decision, for example the end of the group.
      wake?.()
    }
  }
  const putTask = (task: TaskView) =>
    setGroups(state.groups.map((group) => ({ ...group, tasks: group.tasks.map((each) => (each.task_id === task.task_id ? task : each)) })))
  const putGroup = (group: TaskGroupView) => setGroups(state.groups.map((each) => (each.group_id === group.group_id ? group : each)))
  return {
    getSnapshot: () => state,
    subscribe,
    refresh: () => read(),
    decide: (task_id, verb) => decided(client.decide(task_id, verb), putTask),
    decideGroup: (group_id, verb) => decided(client.decideGroup(group_id, verb), putGroup),
    async sendMessage(task_id, text) {
      if (!client.sendMessage) throw new PfError('invalid_config', 'The client of the background work cannot send messages.')
      await client.sendMessage(task_id, { id: newId(), kind: 'inject', text })
    },
    follow(active = false) {
      const stop = new AbortController()
      const show = () => !isHidden() && wake?.()
      if (typeof document !== 'undefined') document.addEventListener('visibilitychange', show, { signal: stop.signal })
      void run(stop.signal, active)
      return () => stop.abort()
    },
  }
}

const isHidden = () => typeof document !== 'undefined' && document.visibilityState === 'hidden'
