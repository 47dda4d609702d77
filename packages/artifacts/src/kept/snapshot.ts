import { type JsonValue, PfError } from '@pf/core'
import { decodeBase64, encodeBase64, isRecord } from '@pf/core/internal'
import { payloadKey } from '../describe/ref.ts'
import { toJson } from '../json/to-json.ts'
import type { KeptArtifact, KeptCall } from './kept-artifact.ts'
import type { RunArtifacts } from './run-artifacts.ts'

const version = 1
/** Maximum index in the path of an artifact. `nest` fills a list up to the index, so a snapshot must not contain a larger one. */
const maxIndex = 1_000

/** The run's artifacts as JSON. Stored artifacts are written as references, without their data. */
export function writeSnapshot(run: RunArtifacts): JsonValue {
  const calls = run.calls.map(({ tool, call, artifacts }) => ({ tool, call, artifacts: artifacts.map(writeArtifact) }))
  return toJson({ version, used: { ...run.used }, calls })
}

function writeArtifact({ path, body, entry, reference }: KeptArtifact) {
  const { text, data, ...description } = body
  const content = reference ? {} : { text, data: text === undefined && data ? encodeBase64(data) : undefined }
  return { path, body: { ...description, ...content }, entry, reference }
}

/** Reads a snapshot of `writeSnapshot`. Throws PfError `invalid_input` for anything else. */
export function readSnapshot(value: unknown): RunArtifacts {
  if (!isRecord(value) || value.version !== version || !Array.isArray(value.calls)) throw unreadable()
  const calls = value.calls.map(readCall)
  const used = isRecord(value.used) ? value.used : {}
  return { calls, used: { total: numberOf(used.total), inline: numberOf(used.inline) } }
}

function readCall(value: unknown): KeptCall {
  if (!isRecord(value) || typeof value.tool !== 'string' || typeof value.call !== 'number' || !Array.isArray(value.artifacts)) throw unreadable()
  const head = { tool: value.tool, call: value.call }
  return { ...head, key: payloadKey(head), artifacts: value.artifacts.map(readArtifact) }
}

const forms = ['json', 'text', 'base64', 'bytes']

function readArtifact(value: unknown): KeptArtifact {
  if (!isRecord(value) || !isRecord(value.body) || !isRecord(value.entry) || !isPath(value.path)) throw unreadable()
  const { body, entry, reference } = value
  const data = typeof body.data === 'string' ? (decodeBase64(body.data) ?? new Uint8Array()) : undefined
  const sound = forms.includes(String(body.form)) && typeof body.bytes === 'number' && typeof entry.ref === 'string' && typeof entry.pointer === 'string'
  if (!sound || (reference !== undefined && !isReference(reference))) throw unreadable()
  const { data: _, ...description } = body
  const artifact = { path: value.path, body: { ...description, ...(data ? { data } : {}) }, entry, ...(reference === undefined ? {} : { reference }) }
  return artifact as unknown as KeptArtifact
}

function isPath(value: unknown): value is (string | number)[] {
  return Array.isArray(value) && value.every((token) => typeof token === 'string' || (Number.isInteger(token) && token >= 0 && token <= maxIndex))
}

function isReference(value: unknown): boolean {
  return isRecord(value) && typeof value.artifact_id === 'string' && typeof value.media_type === 'string'
}

const numberOf = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0)

function unreadable(): PfError<'invalid_input'> {
  return new PfError('invalid_input', 'The collector snapshot was not written by this version. Pass the unchanged result of snapshot().')
}
