/** The thread on which the work of a background task is done. It is deleted with the thread of the task. */
export const taskThread = (task_id: string): string => `task:${task_id}`

/** The run id of the files that were uploaded for a thread before the message that has them. They are deleted with the thread. */
export const uploadRun = (thread_id: string): string => `upload:${thread_id}`

/** The account of what one run spends. */
export const runAccount = (run_id: string): string => `run:${run_id}`

/** The account of what all runs of a thread spend. */
export const threadAccount = (thread_id: string): string => `thread:${thread_id}`

/** The account of everything that an owner spends. It is kept for as long as the owner is. */
export const ownerAccount = 'owner'
