import type { AgentPort } from '@pf/core'
import { readSse } from '@pf/testing'
import { finish, text, textDone } from './log.ts'
import { aborted, type Script } from './memory-agent.ts'
import type { Read } from './order-machine.ts'

/** A run that answers "hello" in two deltas. */
export const answer: Script = async (run) =>
  run.emit(text('Hel', `m:${run.run_id}:1:1`), text('lo.', `m:${run.run_id}:1:1`), textDone(`m:${run.run_id}:1:1`), finish('answer', 'Hello.'))

/** A run that streams half a word and waits until it is cancelled. */
export const waiting: Script = async (run) => {
  await run.emit(text('Hel', `m:${run.run_id}:1:1`))
  await aborted(run.signal)
}

/** Reads all events of a stream strictly. */
export async function events(response: Response) {
  const seen: { id?: string | undefined; event: Read }[] = []
  for await (const frame of readSse(response, undefined, { strict: true })) if (frame.data) seen.push({ id: frame.id, event: JSON.parse(frame.data) })
  return seen
}

/** Reads a stream up to the first event of a type and leaves the connection open. */
export async function until(response: Response, type: string) {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  for (let seen = ''; !seen.includes(`"${type}"`); ) seen += decoder.decode((await reader?.read())?.value)
  return reader
}

/** Creates an agent whose log fails after some events. */
export function failing({ after }: { after: number }): AgentPort {
  async function* log() {
    const at = { run_id: 'r', thread_id: 't', ts: 1 }
    yield {
      type: 'run_start' as const,
      ...at,
      seq: 1,
      registry_version: '1',
      registry_digest: 'd',
      message_id: 't:r',
      client: { client_tools: [], answered: [] },
    }
    if (after > 1) yield { type: 'step_start' as const, ...at, seq: 2, step: 1 }
    throw new Error('secret')
  }
  return {
    start: async () => ({ status: 'started', run_id: 'r' }),
    attach: async () => log(),
    answer: async () => ({ status: 'unknown' }),
    cancel: async () => false,
    catalog: () => ({ enabled: false, registry_version: '1', digest: 'd', allowlist: [], counts: { total: 0, enabled: 0 }, components: [] }),
    thread: async () => undefined,
  }
}
