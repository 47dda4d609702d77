import { payloadKey } from '../describe/ref.ts'
import type { KeptCall } from './kept-artifact.ts'

/** Byte limits of a run's artifacts. */
export interface ArtifactLimits {
  /** Maximum size of one artifact. A larger one is omitted with a warning. Default 16 MB. */
  artifactBytes?: number
  /** Maximum size of all artifacts of a run. Default 64 MB. */
  runBytes?: number
  /** Size from which an artifact causes a warning. Default 1 MB. */
  warnBytes?: number
  /** Maximum size of a field that is inlined in the payload if there is a store. Default 32 KB. */
  inlineFieldBytes?: number
  /** Maximum size of all fields that are inlined in the payload if there is a store. Default 256 KB. */
  inlinePayloadBytes?: number
  /** Maximum size of the chunks of one stream that are sent inline. Later chunks are sent as references. Default 256 KB. */
  streamBytes?: number
}

const kilobyte = 1024

export const defaultLimits: Required<ArtifactLimits> = {
  artifactBytes: 16 * kilobyte * kilobyte,
  runBytes: 64 * kilobyte * kilobyte,
  warnBytes: kilobyte * kilobyte,
  inlineFieldBytes: 32 * kilobyte,
  inlinePayloadBytes: 256 * kilobyte,
  streamBytes: 256 * kilobyte,
}

/** A warning as data. It never contains artifact content. */
export interface CollectWarning {
  code: string
  text: string
}

/** All artifacts of a run and their total sizes. */
export interface RunArtifacts {
  readonly calls: KeptCall[]
  /** Number of bytes of all artifacts, and of those that are inlined in the payload. */
  readonly used: { total: number; inline: number }
}

/** Returns the key of a tool's next call with artifacts, which no other tool uses. */
export function nextCall(run: RunArtifacts, tool: string): { tool: string; call: number; key: string } {
  let call = 1 + run.calls.filter((known) => known.tool === tool).length
  let key = payloadKey({ tool, call })
  const isTaken = (known: KeptCall) => known.key === key || (known.tool === tool && known.call === call)
  while (run.calls.some(isTaken)) key = payloadKey({ tool, call: ++call })
  return { tool, call, key }
}
