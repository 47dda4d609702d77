import type { InteractionRecord, InteractionRef, Scope } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { CompiledAgent } from '../run/compiled-agent.ts'

/** Finds the question of a reference. Resolves to undefined for an unknown question and for one of another owner. */
export async function findQuestion({ ports }: CompiledAgent, scope: Scope, ref: InteractionRef): Promise<InteractionRecord | undefined> {
  if (!isRecord(ref)) return undefined
  if ('interaction_id' in ref) return typeof ref.interaction_id === 'string' ? ports.pending.get(scope, ref.interaction_id) : undefined
  const { thread_id, run_id, tool_call_id } = ref
  if (typeof thread_id !== 'string' || typeof run_id !== 'string') return undefined
  const found = (await ports.pending.list(scope, thread_id)).findLast((record) => record.tool_call_id === tool_call_id)
  if (!found || found.run_id === run_id) return found
  // A question that was asked again belongs to the newer run. A reference to the first run is still valid.
  const run = await ports.storage.load(scope, run_id)
  return run?.thread_id === thread_id ? found : undefined
}
