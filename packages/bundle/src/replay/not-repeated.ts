import type { Bundle } from '../format/bundle.ts'

/** Returns why a run does not replay equal, in sentences: what it did and read that a bundle cannot repeat. */
export function notRepeatedOf({ agent, runs, thread_id }: Bundle): string[] {
  const events = runs.flatMap((run) => run.events)
  const has = (pattern: RegExp) => events.some(({ type }) => pattern.test(type))
  const inputs = runs.flatMap((run) => run.requests.flatMap((request) => (request.type === 'start' ? [request.input] : [])))
  const ends = runs.flatMap((run) => run.tool_executions.flatMap(({ tool, end }) => (end.type === 'unrecorded' ? [`${tool} (${end.reason})`] : [])))
  const draft = events.find((event) => event.type === 'draft_done' && event.version !== undefined)
  const memory = agent?.options.memory
  return [
    ...(draft?.type === 'draft_done' && (draft.version ?? 0) > 1 ? ['The version of the draft before this run is not in the bundle.'] : []),
    ...(has(/^task_/) || thread_id.startsWith('task:') ? ['Background tasks are not replayed: they run beside the run and are not in the bundle.'] : []),
    ...(memory !== undefined && memory !== 'none' ? ['The option memory reads earlier turns of the thread, which are not in the bundle.'] : []),
    ...(inputs.some(({ messages }) => messages.some((message) => 'files' in message && (message.files?.length ?? 0) > 0))
      ? ['The files of the user are not in the bundle.']
      : []),
    ...(agent?.not_described.includes('guardrails.masking')
      ? ['Masked personal data is not replayed: its placeholders depend on the owner and on a key.']
      : []),
    ...(ends.length > 0 ? [`The bundle does not have the values of ${[...new Set(ends)].slice(0, 5).join(', ')}.`] : []),
  ]
}
