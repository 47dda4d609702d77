import { type ArtifactMeta, type ArtifactStore, type EmitArtifact, type JsonValue, PfError, type Scope } from '@pf/core'
import { setOwn } from '@pf/core/internal'
import { cap, maxWarnings, moreWarnings } from '../describe/cap-warnings.ts'
import type { Collected } from '../describe/describe-value.ts'
import { formatSize } from '../describe/placeholder.ts'
import { fullBudget } from '../json/limits.ts'
import { type KeptArtifact, type KeptCall, payloadValue } from '../kept/kept-artifact.ts'
import { loadReferenced } from '../kept/load-referenced.ts'
import { nest } from '../kept/nest.ts'
import { type Resolution, resolveRef } from '../kept/resolve-ref.ts'
import { type ArtifactLimits, type CollectWarning, defaultLimits, nextCall, type RunArtifacts } from '../kept/run-artifacts.ts'
import { readSnapshot, writeSnapshot } from '../kept/snapshot.ts'
import type { Marks } from '../marking/compile-marks.ts'
import { type DataPage, type PageRequest, readPage } from '../references/read-page.ts'
import { type AddedChunk, createArtifactStreams, type ToolCallRef } from '../streams/artifact-streams.ts'
import { type ArtifactSink, type OffloadedChunk, offloadChunk, putFor, storeArtifact, storedPages } from './artifact-sink.ts'
import { type ArtifactDraft, draftsOf } from './drafts-of.ts'
import { belongsInStore, keep } from './keep-artifact.ts'
import { readBlobs } from './read-blobs.ts'

/** One entry of `list_artifacts`. */
export interface ArtifactListing {
  ref: string
  kind: string
  items?: number
  columns?: string[]
  /** Size in the format of placeholders: `42KB`. */
  size?: string
  source_tool: string
}

/** Holds a run's artifacts. */
export interface ArtifactCollector {
  /**
   * Collects the marked fields of a tool's complete result, before redaction, and the streams of the call. `undefined` as value closes the
   * streams of a failed call. Never throws for the result of a tool or an error of the store; both become warnings.
   */
  collect(call: string | ToolCallRef, value: unknown, marks: Marks): Promise<Collected>
  /** Numbers and assembles a tool's emission. */
  addChunk(call: ToolCallRef, emission: EmitArtifact): AddedChunk
  /** Returns the chunk in the form of the log: above the limits it is stored and replaced by its reference, if there is a store. */
  offloadChunk(added: AddedChunk): Promise<OffloadedChunk>
  /** Returns a copy for `FinalPayload.artifacts`. Stored artifacts are references. */
  getAll(): Record<string, JsonValue>
  list(): ArtifactListing[]
  /** Follows a REF. */
  resolve(ref: string): Resolution
  /**
   * Returns a page of the rows to which a reference points, for validation and display. Rows that are only in the store are read from
   * there, page by page. Data that is not a list (text, bytes, an object) is refused with an issue. Never throws.
   */
  page(reference: unknown, request?: PageRequest): Promise<DataPage>
  /** Loads the data of all references in `value` from the store; needed after `restore`. Throws PfError `store_failed`. */
  prepare(value: unknown): Promise<void>
  /** Returns everything that is not in the store, as JSON for the planner's state. */
  snapshot(): JsonValue
  /** Replaces the contents by those of a snapshot. Throws PfError `invalid_input`. */
  restore(value: unknown): void
}

/** Options of a collector. `scope` is required with `store`. */
export interface CollectorOptions {
  runId: string
  scope?: Scope
  store?: ArtifactStore
  limits?: ArtifactLimits
}

/** Creates the collector of a run. Throws PfError `invalid_config` for a store without a scope. */
export function createArtifactCollector(options: CollectorOptions): ArtifactCollector {
  const { store, scope, runId } = options
  if (store && !scope) throw new PfError('invalid_config', 'createArtifactCollector: a store needs a scope. Pass the owner of the run.')
  const limits = { ...defaultLimits, ...options.limits }
  const run: RunArtifacts = { calls: [], used: { total: 0, inline: 0 } }
  const sink: ArtifactSink = { run, limits, runId, ...putFor(store, scope) }
  const streamTable = createArtifactStreams(limits)
  const resolve = (ref: string) => resolveRef(ref, run.calls)
  const prepare = async (value: unknown) => {
    if (store && scope) await loadReferenced(value, run, (id) => store.get(scope, id))
  }
  return {
    async collect(call, value, marks) {
      const named = typeof call === 'string' ? { tool: call } : call
      const streams = streamTable.take(named)
      const warnings = cap(streams.unfinished.map(unfinishedWarning), moreUnfinished, maxOfKind)
      const drafts = draftsOf(value, marks, streams.finished)
      const next = nextCall(run, named.tool)
      if (drafts.length === 0) return { key: next.key, entries: [], stored: [], warnings }
      return keepAll(drafts, openCall(run, next), { sink, warnings })
    },
    addChunk: (call, emission) => streamTable.add(call, emission),
    offloadChunk: (added) => offloadChunk(added, sink),
    getAll: () => payloadOf(run),
    list: () => run.calls.flatMap((call) => call.artifacts.map((artifact) => listing(artifact, call.tool))),
    resolve,
    page: (reference, request = {}) => readPage(reference, request, { resolve, load: prepare, stored: storedPages(store, scope) }),
    prepare,
    snapshot: () => writeSnapshot(run),
    restore: (value) => void Object.assign(run, readSnapshot(value)),
  }
}

function openCall(run: RunArtifacts, next: Omit<KeptCall, 'artifacts'>): KeptCall {
  const call: KeptCall = { ...next, artifacts: [] }
  run.calls.push(call)
  return call
}

async function keepAll(
  drafts: readonly ArtifactDraft[],
  call: KeptCall,
  { sink, warnings }: { sink: ArtifactSink; warnings: CollectWarning[] },
): Promise<Collected> {
  const stored: ArtifactMeta[] = []
  const budget = fullBudget()
  for (const draft of drafts) {
    const { artifact, warning } = keep(await readBlobs(draft, sink.limits.artifactBytes), call, { ...sink, budget })
    if (warning) warnings.push(warning)
    const meta = artifact && belongsInStore(artifact, sink) ? await storeArtifact(artifact, call.tool, { sink, warnings }) : undefined
    if (meta) stored.push(meta)
  }
  return { key: call.key, entries: call.artifacts.map((artifact) => artifact.entry), stored, warnings: cap(warnings, moreOmitted) }
}

function unfinishedWarning(stream_id: string): CollectWarning {
  return { code: 'stream_unfinished', text: `The stream ${stream_id.slice(0, 60)} ended without a done chunk; it is omitted.` }
}

/** Maximum number of warnings of this kind, so that warnings of other kinds are not displaced. */
const maxOfKind = maxWarnings / 2
const moreUnfinished = (left: number): CollectWarning => ({ code: 'stream_unfinished', text: `${moreWarnings(left)} streams ended without a done chunk.` })
const moreOmitted = (left: number): CollectWarning => ({ code: 'warnings_omitted', text: `${moreWarnings(left)} warnings.` })

function payloadOf(run: RunArtifacts): Record<string, JsonValue> {
  const payload: Record<string, JsonValue> = {}
  for (const { key, artifacts } of run.calls) {
    if (artifacts.length > 0) setOwn(payload, key, nest(artifacts.map((artifact) => ({ path: artifact.path, value: payloadValue(artifact) }))))
  }
  return payload
}

function listing({ entry }: KeptArtifact, source_tool: string): ArtifactListing {
  const { ref, kind, items, columns, bytes } = entry
  const measure = items === undefined ? (bytes === undefined ? {} : { size: formatSize(bytes) }) : { items, ...(columns ? { columns } : {}) }
  return { ref, kind, ...measure, source_tool }
}
