import { PfError } from '@pf/core'
import { decodeBase64, isRecord, sha256Hex, walkJson } from '@pf/core/internal'
import type { Bundle, BundledArtifact } from './bundle.ts'
import { bundleSchema } from './bundle-schema.ts'
import { decompressText } from './compress.ts'

/** Limits for reading a bundle. */
export interface ReadBundleLimits {
  /** Size of the file. Default 64 MiB. */
  maxFileBytes?: number
  /** Size of the decompressed text. Default 256 MiB. */
  maxBytes?: number
  /** Levels of nesting. Default 200. */
  maxDepth?: number
  /** Number of values. Default 5,000,000. */
  maxValues?: number
}

const mib = 1024 * 1024

/**
 * Reads a bundle from the bytes of a file, which may come from anyone: decompresses, parses and validates it, and does nothing else. Throws
 * PfError `too_large`, `too_deep`, `syntax`, or `invalid_input` with `fields.issues`, at most 20 locations.
 */
export async function readBundle(file: Uint8Array, limits: ReadBundleLimits = {}): Promise<Bundle> {
  const { maxFileBytes = 64 * mib, maxBytes = 256 * mib } = limits
  if (file.length > maxFileBytes) throw new PfError('too_large', `The bundle file has ${file.length} bytes; ${maxFileBytes} are allowed.`)
  const text = await decompressText(new Uint8Array(file), maxBytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new PfError('syntax', 'The bundle is not JSON: the file is damaged, truncated or of another kind.', { cause })
  }
  return checkBundle(value, limits)
}

/** Validates a bundle that was parsed already. Throws like `readBundle`. */
export async function checkBundle(value: unknown, { maxDepth = 200, maxValues = 5_000_000 }: ReadBundleLimits = {}): Promise<Bundle> {
  if (isRecord(value) && value.format === 'pf-bundle' && value.version !== 1) {
    throw invalid('The bundle has a version that this release does not read; it reads version 1.', [{ code: 'version', pointer: '/version' }])
  }
  checkShape(value, { maxDepth, maxValues })
  const read = bundleSchema.safeParse(value)
  if (!read.success) {
    const issues = read.error.issues.slice(0, 20).map(({ code, path }) => ({ code, pointer: path.map((key) => `/${String(key).slice(0, 60)}`).join('') }))
    throw invalid(`The bundle does not have the form of version 1. The first fault is at ${(issues[0]?.pointer || '/').slice(0, 100)}.`, issues)
  }
  checkIds(read.data)
  await Promise.all(read.data.artifacts.map(checkArtifact))
  return read.data
}

function checkShape(value: unknown, { maxDepth, maxValues }: Required<Pick<ReadBundleLimits, 'maxDepth' | 'maxValues'>>): void {
  let values = 0
  for (const { key } of walkJson(value, { maxDepth })) {
    values += 1
    if (values > maxValues) throw new PfError('too_large', `The bundle has more than ${maxValues} values.`)
    if (key === '__proto__') throw invalid('The bundle has a member named __proto__, which no exported bundle has.', [{ code: 'forbidden_key', pointer: '' }])
  }
}

/** Ids must be consistent, so that no part of a bundle can pretend to belong to another run or thread. */
function checkIds({ run_id, thread_id, runs, artifacts }: Bundle): void {
  const issues: { code: string; pointer: string }[] = []
  const report = (code: string, pointer: string) => void issues.push({ code, pointer })
  const ids = runs.map((run) => run.run_id)
  if (new Set(ids).size !== ids.length) report('repeated_id', '/runs')
  if (!ids.includes(run_id)) report('unknown_run', '/run_id')
  for (const [index, run] of runs.entries()) {
    let seq = 0
    for (const [at, event] of run.events.entries()) {
      const pointer = `/runs/${index}/events/${at}`
      if (event.run_id !== run.run_id) report('other_run', `${pointer}/run_id`)
      if (event.thread_id !== thread_id) report('other_thread', `${pointer}/thread_id`)
      if (event.seq <= seq) report('order', `${pointer}/seq`)
      seq = event.seq
    }
    for (const [at, request] of run.requests.entries()) {
      if (request.type === 'start' && request.input.run_id !== run.run_id) report('other_run', `/runs/${index}/requests/${at}/input/run_id`)
      if (request.type === 'start' && request.input.thread_id !== thread_id) report('other_thread', `/runs/${index}/requests/${at}/input/thread_id`)
    }
  }
  if (new Set(artifacts.map(({ artifact_id }) => artifact_id)).size !== artifacts.length) report('repeated_id', '/artifacts')
  if (issues.length > 0) throw invalid(`The ids of the bundle contradict each other, first at ${issues[0]?.pointer}.`, issues.slice(0, 20))
}

async function checkArtifact({ data, omitted, bytes, sha256 }: BundledArtifact, index: number): Promise<void> {
  const pointer = `/artifacts/${index}`
  if (data === undefined) {
    if (omitted === undefined) throw invalid(`The artifact at ${pointer} has neither data nor a reason why it is omitted.`, [{ code: 'missing', pointer }])
    return
  }
  const decoded = data === '' ? new Uint8Array() : decodeBase64(data)
  if (!decoded || decoded.length !== bytes || (await sha256Hex(decoded)) !== sha256)
    throw invalid(`The data of the artifact at ${pointer} is not what its size and hash say.`, [{ code: 'hash', pointer: `${pointer}/data` }])
}

const invalid = (message: string, issues: { code: string; pointer: string }[]) => new PfError('invalid_input', message, { fields: { issues } })
