/** Messages of the panel of background work. */
export const taskMessages = {
  title: 'Background work',
  loading: 'Loading the background work …',
  empty: 'This conversation has no background work.',
  /** `open`: tasks that have not ended. `waiting`: results that wait for approval. `later`: tasks that start later, including repeated ones. */
  summary: (open: number, waiting: number, later: number) =>
    [
      open === 0 ? 'No task is running' : open === 1 ? '1 task is open' : `${open} tasks are open`,
      ...(later === 0 ? [] : [`${later} scheduled`]),
      ...(waiting === 0 ? [] : [`${waiting} waiting for approval`]),
    ].join(', '),
  unreadable: 'The background work could not be read.',
  retry: 'Try again',
  ended: (ended: number, all: number) => `${ended} of ${all} ended`,
  queued: 'Queued',
  scheduled: 'Scheduled',
  /** `time`: date and time in the time zone of the reader. */
  startsAt: (time: string) => `Starts ${time}`,
  /** `cron`: a cron expression, `zone`: its time zone. */
  repeats: (cron: string, zone: string) => `Repeated: ${cron} (${zone})`,
  running: 'Running',
  paused: 'Waiting for an answer',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  cancel: 'Cancel',
  cancelAll: 'Cancel all',
  result: 'Result',
  message: 'Send a message',
  messageLabel: (name: string) => `Message to ${name}`,
  send: 'Send',
  /** The subagent reads a message before its next step. */
  sent: 'Sent. It is read before the next step.',
  approvalOfTask: 'The agent uses this result only after you approve it.',
  approvalOfGroup: 'The agent uses these results only after you approve them. They are approved or rejected together.',
  approvalByRole: (role: string) => `People with the role ${role} approve this in their inbox. You can reject it.`,
  approve: 'Approve',
  reject: 'Reject',
  approved: 'Approved',
  rejected: 'Rejected',
}
