import { payloadKey } from '../describe/ref.ts'
import type { KeptCall } from './kept-artifact.ts'

/** Byte limits of a run's artifacts. */
export interface ArtifactLimits {
  /** One artifact; a larger one is left out with a warning. Default 16 MB. */
  artifactBytes?: number
  /** All artifacts of a run. Default 64 MB. */
  runBytes?: number
  /** From here on an artifact gives a warning. Default 1 MB. */
  warnBytes?: number
  /** Largest field that stands in the payload itself when there is a store. Default 32 KB. */
  inlineFieldBytes?: number
  /** All fields that stand in the payload themselves when there is a store. Default 256 KB. */
  inlinePayloadBytes?: number
  /** Chunks of one stream that are sent as they are; later ones as references. Default 256 KB. */
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

/** A warning as data; never holds artifact content. */
export interface CollectWarning {
  code: string
  text: string
}

/** All artifacts of a run and what they come to. */
export interface RunArtifacts {
  readonly calls: KeptCall[]
  /** Bytes of all artifacts, and of those that stand in the payload themselves. */
  readonly used: { total: number; inline: number }
}

/** The key that a tool's next call with artifacts gets; never one that another tool has taken. */
export function nextCall(run: RunArtifacts, tool: string): { tool: string; call: number; key: string } {
  let call = 1 + run.calls.filter((known) => known.tool === tool).length
  let key = payloadKey({ tool, call })
  const isTaken = (known: KeptCall) => known.key === key || (known.tool === tool && known.call === call)
  while (run.calls.some(isTaken)) key = payloadKey({ tool, call: ++call })
  return { tool, call, key }
}
