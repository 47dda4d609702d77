import type { TracedResult } from '@pf/artifacts/provenance'
import type { JsonObject, JsonValue } from '@pf/core'
import { isRecord, parseJson } from '@pf/core/internal'
import type { Run } from '../run/run.ts'
import type { AgentTool } from '../tools/agent-tool.ts'

/** The results of a run, and whether some of them are no longer available. */
export interface RunResults {
  results: TracedResult[]
  incomplete: boolean
}

/** An observation of the transcript, with the arguments of its call. */
interface Observed {
  tool: string
  tool_call_id: string
  observation: JsonValue
  args: JsonObject
}

/** Maximum total size in bytes of the artifacts that are loaded from the store. */
const maxLoadedBytes = 16_000_000

/** Returns what the tools of the run returned: observations, and the artifacts of the collector, loaded from the store if necessary. */
export async function resultsOf(run: Run): Promise<RunResults> {
  const { observed, incomplete } = observationsOf(run)
  const artifacts = await artifactsOf(run, observed)
  const results = observed.map(({ tool, tool_call_id, observation, args }) => ({ ref: tool_call_id, tool, tool_call_id, value: observation, args }))
  return { results: [...results, ...artifacts.results], incomplete: incomplete || artifacts.incomplete }
}

function observationsOf(run: Run): { observed: Observed[]; incomplete: boolean } {
  const observed: Observed[] = []
  let incomplete = false
  let args: JsonObject = {}
  for (const { role, content } of run.state.transcript) {
    const value = parseJson(content)
    if (!isRecord(value)) continue
    if (role === 'assistant') args = isRecord(value.args) ? (value.args as JsonObject) : {}
    else if (Object.hasOwn(value, 'summary_of_earlier_steps')) incomplete = true
    else if (typeof value.tool === 'string' && typeof value.tool_call_id === 'string')
      observed.push(...observationOf(run, { tool: value.tool, tool_call_id: value.tool_call_id, observation: value.observation as JsonValue, args }))
  }
  for (const { tool_name, tool_call_id, arguments: given, output, status } of run.state.planned?.done ?? []) {
    if (status === 'success' && isSource(run.tools.get(tool_name))) observed.push({ tool: tool_name, tool_call_id, observation: output ?? null, args: given })
  }
  return { observed, incomplete }
}

/** True for tools whose results are not written by the model itself: not for those that repeat what the model wished to show. */
const isSource = (tool: AgentTool | undefined): boolean => tool !== undefined && (tool.work.kind !== 'meta' || tool.interactive === true)

/** Errors are left out, because they repeat invalid arguments. */
const isError = (observation: JsonValue): boolean => isRecord(observation) && (Object.hasOwn(observation, 'error') || observation.ok === false)

function observationOf(run: Run, observed: Observed): Observed[] {
  if (isError(observed.observation)) return []
  if (observed.tool === 'plan') return branchesOf(run, observed)
  return isSource(run.tools.get(observed.tool)) ? [observed] : []
}

/** Returns the results of the branches and of the join of a plan under the id of the plan's call. */
function branchesOf(run: Run, { tool_call_id, observation, args }: Observed): Observed[] {
  if (!isRecord(observation)) return []
  const branches: unknown[] = [...(Array.isArray(observation.branches) ? observation.branches : []), observation.join]
  return branches.flatMap((branch) => {
    if (!isRecord(branch) || branch.status !== 'ok' || typeof branch.node !== 'string' || !isSource(run.tools.get(branch.node))) return []
    const result = branch.observation as JsonValue
    return isError(result) ? [] : [{ tool: branch.node, tool_call_id, observation: result, args }]
  })
}

async function artifactsOf(run: Run, observed: readonly Observed[]): Promise<RunResults> {
  const { collector } = run.segment
  const listed = collector.list().map(({ ref, source_tool }) => ({ ref, source_tool }))
  let left = maxLoadedBytes
  const results: TracedResult[] = []
  let incomplete = false
  for (const { ref, source_tool } of listed) {
    let found = collector.resolve(ref)
    if (found.found && found.unloaded) {
      left -= found.reference?.bytes ?? 0
      // Without the store the figures of this artifact are unknown, which is not a reason to end the run.
      if (left > 0) await collector.prepare({ $artifact: ref }).catch(() => undefined)
      found = collector.resolve(ref)
    }
    if (!found.found || found.unloaded) {
      incomplete = true
      continue
    }
    const call = observed.find(({ tool, observation }) => tool === source_tool && mentions(observation, ref))
    results.push({ ref, tool: source_tool, tool_call_id: call?.tool_call_id ?? '', value: found.value })
  }
  return { results, incomplete }
}

/** True if an observation contains the placeholder of an artifact. */
const mentions = (observation: JsonValue, ref: string): boolean => JSON.stringify(observation).includes(` ref=${ref}>`)
