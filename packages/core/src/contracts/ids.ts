/** Run ids are percent-encoded, so ids of different kinds are never equal. */
const part = (runId: string) => encodeURIComponent(runId.toWellFormed())

/** Id of an answer text segment. */
export const messageId = (runId: string, step: number, attempt: number) => `m:${part(runId)}:${step}:${attempt}`

/** Id of a reasoning message. */
export const thinkingId = (runId: string, step: number, attempt: number) => `r:${part(runId)}:${step}:${attempt}`

/** Id of a turn. `runId` is the run of the first segment of the turn; the id does not change when the run resumes. */
export const turnMessageId = (runId: string) => `t:${part(runId)}`

/** Id of a tool call. It contains the attempt from attempt 2 on. */
export function toolCallId(runId: string, step: number, options: { branch?: number; attempt?: number } = {}) {
  const branch = options.branch === undefined ? '' : `:${options.branch}`
  const attempt = (options.attempt ?? 1) > 1 ? `~${options.attempt}` : ''
  return `tc:${part(runId)}:${step}${branch}${attempt}`
}

/** Id of the message with the result of a tool call. */
export const resultMessageId = (callId: string) => `result-${callId}`

/** Id of the activity message that mirrors a component. */
export const activityId = (turnId: string, artifactId: string) => `ui:${turnId}:${artifactId}`
