import type { ArtifactReference, JsonValue } from '@pf/core'
import type { CollectedEntry } from '../describe/describe-value.ts'
import type { RefHead } from '../describe/ref.ts'
import { type ArtifactBody, bodyValue } from './artifact-body.ts'

/** One artifact of the run. */
export interface KeptArtifact {
  /** Path below the artifacts of its call, in the payload and in its REF. */
  path: (string | number)[]
  /** `text` and `data` are absent if it is in the store and was not loaded. */
  body: ArtifactBody
  entry: CollectedEntry
  reference?: ArtifactReference
  value?: JsonValue
}

/** The artifacts of one tool call. */
export interface KeptCall extends RefHead {
  /** Key of the call in the payload. */
  key: string
  artifacts: KeptArtifact[]
}

/** True if the content is in memory. */
export function isLoaded({ body }: KeptArtifact): boolean {
  return body.text !== undefined || body.data !== undefined
}

/** Returns the data of the artifact, which is parsed on first use and frozen because it is shared within the run. */
export function keptValue(artifact: KeptArtifact): JsonValue {
  artifact.value ??= freeze(bodyValue(artifact.body))
  return artifact.value
}

/** Returns a copy of the value that represents the artifact in the payload: the reference of a stored artifact, otherwise its data. */
export function payloadValue({ body, reference }: KeptArtifact): JsonValue {
  return reference ? ({ ...reference } as Record<string, JsonValue>) : bodyValue(body)
}

/** Freezes JSON in place and completely, without recursion. */
function freeze<Value extends JsonValue>(value: Value): Value {
  const waiting: JsonValue[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue
    Object.freeze(next)
    for (const child of Object.values(next)) waiting.push(child)
  }
  return value
}
