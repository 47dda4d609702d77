/** Messages of the panel of background work. */
export const taskMessages = {
  title: 'Background work',
  loading: 'Loading the background work …',
  empty: 'This conversation has no background work.',
  /** `open`: tasks that have not ended. `waiting`: results that wait for approval. */
  summary: (open: number, waiting: number) =>
    [
      open === 0 ? 'No task is running' : open === 1 ? '1 task is open' : `${open} tasks are open`,
      ...(waiting === 0 ? [] : [`${waiting} waiting for approval`]),
    ].join(', '),
  unreadable: 'The background work could not be read.',
  retry: 'Try again',
  ended: (ended: number, all: number) => `${ended} of ${all} ended`,
  queued: 'Queued',
  running: 'Running',
  paused: 'Waiting for an answer',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  cancel: 'Cancel',
  cancelAll: 'Cancel all',
  result: 'Result',
  approvalOfTask: 'The agent uses this result only after you approve it.',
  approvalOfGroup: 'The agent uses these results only after you approve them. They are approved or rejected together.',
  approve: 'Approve',
  reject: 'Reject',
  approved: 'Approved',
  rejected: 'Rejected',
}
