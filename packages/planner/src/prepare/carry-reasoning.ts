import { routeOf } from '../run/route-of.ts'
import type { Run } from '../run/run.ts'
import { readRunState } from '../state/read-run-state.ts'
import { charsOf } from '../util/clamp-json.ts'

const entriesRead = 20
/** Maximum number of runs whose state is read to find the last turn. */
const maxRunsRead = 3
/** Maximum size in characters of the reasoning items of earlier turns. More of them are not sent back. */
const maxCarriedChars = 200_000

/**
 * Adds the reasoning items of earlier turns to the messages of the conversation. Providers accept an item only behind the conversation for
 * which it was written, so it is added as long as the messages are those that the model has read in the last turn. Nothing is added if
 * the items are too large together, because providers refuse a part of them.
 */
export async function carryReasoning(run: Run): Promise<void> {
  const { history } = run.state
  if (routeOf(run).model.keepsReasoning !== true || !history.some(({ role }) => role === 'assistant')) return
  const before = await lastTurn(run)
  const end = before.findIndex(({ role, content }, index) => {
    const now = history[index]
    return now?.role !== role || now.content !== content
  })
  const same = before.slice(0, end < 0 ? before.length : end)
  const items = same.flatMap(({ reasoning }, index) => (reasoning ? [{ index, reasoning }] : []))
  if (charsOf(items, maxCarriedChars) > maxCarriedChars) return
  for (const { index, reasoning } of items) Object.assign(history[index] ?? {}, { reasoning })
}

/** Returns the conversation and the steps of the newest run of the thread before this one. */
async function lastTurn({ agent, scope, threadId, state: { turn } }: Run) {
  const entries = await agent.ports.threads.read(scope, threadId, entriesRead)
  const runs = [...new Set(entries.map(({ run_id }) => run_id).toReversed())].filter((run_id) => !turn.runs.includes(run_id))
  for (const run_id of runs.slice(0, maxRunsRead)) {
    const record = await agent.ports.storage.load(scope, run_id)
    const read = record && readRunState(record.state)
    if (read?.ok && read.state.status !== 'moved') return [...read.state.history, ...read.state.transcript]
  }
  return []
}
