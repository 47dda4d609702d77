// The public entry @pf/react-renderers/tasks.
export type { TaskList, TaskListActions, TaskListState } from './tasks/create-task-list.ts'
export { createTaskList, isOpenGroup, isScheduled } from './tasks/create-task-list.ts'
export type { TaskPanelProps } from './tasks/task-panel.tsx'
export { TaskPanel } from './tasks/task-panel.tsx'
export type { TaskListHandle, TaskListOptions } from './tasks/use-tasks.ts'
export { useTasks } from './tasks/use-tasks.ts'
