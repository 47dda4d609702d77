import type { AgentInput, ArtifactMeta, ChatMessage, JsonValue, PlannerEvent, RunRecord, Scope, StorePorts } from '@pf/core'
import { PfError } from '@pf/core'
import { encodeBase64, isRecord } from '@pf/core/internal'
import type { AgentOptions } from '@pf/planner'
import { registryDigest, registryVersion } from '@pf/registry'
import type { Bundle, BundledArtifact, BundledRun, RecordedRequest } from '../format/bundle.ts'
import { compressText } from '../format/compress.ts'
import type { RunRecorder } from '../recorder/run-recorder.ts'
import { describeAgent } from './describe-agent.ts'
import { maskPasswords } from './mask-passwords.ts'
import { type RedactionPolicy, redactBundle } from './redact.ts'

/** Which artifacts a bundle contains: none, those that a component refers to, or all that the runs stored. */
export interface ArtifactPolicy {
  include?: 'none' | 'referenced' | 'all'
  /** Size of one artifact. Default 2 MiB. */
  maxBytes?: number
  /** Size of all artifacts. Default 16 MiB. */
  maxTotalBytes?: number
}

/** Options of `exportBundle`. */
export interface ExportOptions {
  ports: Pick<StorePorts, 'storage' | 'events' | 'artifacts' | 'pending'>
  /** The owner of the run. A run of another owner is unknown. */
  scope: Scope
  runId: string
  /** Without it, the bundle has events and state and can be shown, but not replayed. */
  recorder?: RunRecorder
  /** The options of the agent of the run. With them, the bundle can be replayed without the application. */
  agent?: AgentOptions
  /** Default: the referenced artifacts. */
  artifacts?: ArtifactPolicy
  redact?: RedactionPolicy
  /** Versions of the packages of the application. */
  packages?: Readonly<Record<string, string>>
  now?: () => number
}

/**
 * Collects a run, the runs that it continues and those that continue it, in one document. What the user typed into password fields is always
 * removed. Throws PfError `not_found` for an unknown run and `conflict` for a run that is still at work.
 */
export async function exportBundle(options: ExportOptions): Promise<Bundle> {
  const { ports, scope, runId, artifacts = {}, redact = {}, now = Date.now } = options
  const records = await chainOf(ports, scope, runId)
  const { thread_id } = records[0] ?? { thread_id: '' }
  const collected: BundledRun[] = []
  for (const record of records) collected.push(await bundledRun(options, record))
  const { runs, passwords } = maskPasswords(collected)
  const bundle: Bundle = {
    format: 'pf-bundle',
    version: 1,
    created: now(),
    versions: { ...nodeVersion(), packages: { ...options.packages } },
    registry: { version: registryVersion, digest: registryDigest },
    ...(options.agent ? { agent: describeAgent(options.agent) } : {}),
    thread_id,
    run_id: runId,
    runs,
    artifacts: await bundledArtifacts(options, runs, artifacts),
    redaction: { replaced: 0, requests_omitted: false },
  }
  return redactBundle(bundle, { ...redact, secrets: [...(redact.secrets ?? []), ...passwords] })
}

/** Returns the bytes of a bundle file: gzip of one JSON document. */
export const writeBundle = (bundle: Bundle): Promise<Uint8Array<ArrayBuffer>> => compressText(JSON.stringify(bundle))

const nodeVersion = () => {
  const { process } = globalThis as { process?: { versions?: { node?: string } } }
  return process?.versions?.node === undefined ? {} : { node: process.versions.node }
}

/** Returns the runs of a turn, oldest first. */
async function chainOf({ storage }: ExportOptions['ports'], scope: Scope, runId: string): Promise<RunRecord[]> {
  const asked = await storage.load(scope, runId)
  if (!asked || asked.last_seq === 0) throw new PfError('not_found', 'No run of this owner has this id.')
  const ids = new Set([...turnOf(asked), runId])
  const records: RunRecord[] = []
  for (const id of ids) {
    const record = id === runId ? asked : await storage.load(scope, id)
    if (!record || record.last_seq === 0) continue
    records.push(record)
    for (const later of [...turnOf(record), ...successorOf(record)]) ids.add(later)
  }
  const newest = records.at(-1)
  if (newest && !newest.finished && statusOf(newest.state) === 'running')
    throw new PfError('conflict', 'The run is still at work. Export it when it has ended or waits for an answer.')
  return records
}

const statusOf = (state: JsonValue) => (isRecord(state) ? state.status : undefined)

function turnOf({ state }: RunRecord): string[] {
  const turn = isRecord(state) && isRecord(state.turn) ? state.turn : {}
  return Array.isArray(turn.runs) ? turn.runs.filter((id) => typeof id === 'string') : []
}

function successorOf({ state }: RunRecord): string[] {
  const handover = isRecord(state) && isRecord(state.handover) ? state.handover : {}
  return typeof handover.to === 'string' ? [handover.to] : []
}

async function bundledRun({ ports, scope, recorder }: ExportOptions, record: RunRecord): Promise<BundledRun> {
  const events: PlannerEvent[] = []
  const stop = new AbortController()
  for await (const event of ports.events.read(scope, record.run_id, 0, stop.signal)) {
    events.push(event)
    if (event.seq >= record.last_seq) break
  }
  stop.abort()
  const recordings = (await recorder?.read(scope.owner, record.run_id)) ?? []
  const requests = recordings.flatMap((recording) => (recording.type === 'request' ? [recording.request] : []))
  return {
    run_id: record.run_id,
    events,
    state: record.state,
    requests: requests.length > 0 ? requests : inputOfState(record),
    model_calls: recordings.flatMap((recording) => (recording.type === 'model_call' ? [recording.exchange] : [])),
    tool_executions: recordings.flatMap((recording) => (recording.type === 'tool_execution' ? [recording.execution] : [])),
  }
}

async function bundledArtifacts({ ports, scope }: ExportOptions, runs: readonly BundledRun[], policy: ArtifactPolicy): Promise<BundledArtifact[]> {
  const { include = 'referenced', maxBytes = 2 * 1024 * 1024, maxTotalBytes = 16 * 1024 * 1024 } = policy
  const events = runs.flatMap((run) => run.events)
  const ids = new Set(events.flatMap((event) => (event.type === 'artifact_stored' ? [event.artifact_id] : [])))
  const shown = JSON.stringify(events.filter(({ type }) => type === 'artifact_chunk' || type === 'artifact_update'))
  const result: BundledArtifact[] = []
  let total = 0
  for (const id of ids) {
    const meta = await ports.artifacts.head(scope, id)
    if (!meta) continue
    const { artifact_id, media_type, bytes, sha256, source_tool } = meta
    const described = { artifact_id, media_type, bytes, sha256, source_tool }
    const wanted = include === 'all' || (include === 'referenced' && shown.includes(JSON.stringify(id)))
    const fits = bytes <= maxBytes && total + bytes <= maxTotalBytes
    if (!wanted || !fits) {
      result.push({ ...described, omitted: wanted ? 'too_large' : 'policy' })
      continue
    }
    const data = await readAll(ports, scope, meta)
    total += data?.length ?? 0
    result.push(data ? { ...described, data: encodeBase64(data) } : { ...described, omitted: 'missing' })
  }
  return result
}

async function readAll({ artifacts }: ExportOptions['ports'], scope: Scope, { artifact_id }: ArtifactMeta): Promise<Uint8Array | undefined> {
  const found = await artifacts.get(scope, artifact_id)
  if (!found) return undefined
  const parts: Uint8Array[] = []
  for await (const part of found.body) parts.push(part)
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
}

/** Returns the request that began a run without a recorded one, as far as its state has it: the conversation before it. */
function inputOfState({ run_id, thread_id, state }: RunRecord): RecordedRequest[] {
  const history = isRecord(state) && Array.isArray(state.history) ? state.history : []
  const messages = (history as unknown[]).filter(isRecord).flatMap(({ role, content }, index): ChatMessage[] => {
    if (typeof content !== 'string' || (role !== 'user' && role !== 'assistant')) return []
    return [{ id: `m${index + 1}`, role, content }]
  })
  if (messages.at(-1)?.role !== 'user') return []
  const input: AgentInput = { thread_id, run_id, messages, client_tools: [], context: [], client: {} }
  return [{ type: 'start', input }]
}
