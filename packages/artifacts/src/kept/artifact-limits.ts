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
