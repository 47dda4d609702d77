/** Ids of one kind never equal ids of another; run ids are percent-encoded inside them. */
const part = (run_id: string) => encodeURIComponent(run_id.toWellFormed())

/** Id of an answer text segment. */
export const messageId = (run_id: string, step: number, attempt: number) => `m:${part(run_id)}:${step}:${attempt}`

/** Id of a reasoning message. */
export const thinkingId = (run_id: string, step: number, attempt: number) => `r:${part(run_id)}:${step}:${attempt}`

/** Id of a turn; `run_id` is the run of the turn's first segment and is kept over a resume. */
export const turnMessageId = (run_id: string) => `t:${part(run_id)}`

/** Id of a tool call; from attempt 2 on it carries the attempt. */
export function toolCallId(run_id: string, step: number, options: { branch?: number; attempt?: number } = {}) {
  const branch = options.branch === undefined ? '' : `:${options.branch}`
  const attempt = (options.attempt ?? 1) > 1 ? `~${options.attempt}` : ''
  return `tc:${part(run_id)}:${step}${branch}${attempt}`
}

/** Id of the message that carries a call's result. */
export const resultMessageId = (tool_call_id: string) => `result-${tool_call_id}`

/** Id of the activity message that mirrors a component. */
export const activityId = (message_id: string, artifact_id: string) => `ui:${message_id}:${artifact_id}`
