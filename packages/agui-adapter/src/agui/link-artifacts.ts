import type { InteractionAnnouncement, JsonObject, JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'

const maxDepth = 32

/**
 * Sets `url` in every artifact reference inside a value; parts without a reference are shared with the input.
 * A reference is an object with artifact_id, media_type, bytes and sha256. References below 32 levels are not found.
 */
export function linkArtifacts(value: JsonValue, artifactUrl: ((artifactId: string) => string) | undefined, depth = 0): JsonValue {
  if (!artifactUrl || depth > maxDepth || typeof value !== 'object' || value === null) return value
  const visit = (inner: JsonValue) => linkArtifacts(inner, artifactUrl, depth + 1)
  if (Array.isArray(value)) return mapArray(value, visit)
  const linked = mapObject(value, visit)
  return isReference(value) ? { ...linked, url: artifactUrl(value.artifact_id) } : linked
}

/** Sets `url` in every artifact reference in the props of interactions. */
export function linkInteractions(
  interactions: readonly InteractionAnnouncement[],
  artifactUrl: ((artifactId: string) => string) | undefined,
): InteractionAnnouncement[] {
  return interactions.map((interaction) => ({ ...interaction, props: linkArtifacts(interaction.props, artifactUrl) as JsonObject }))
}

function mapArray(items: JsonValue[], visit: (value: JsonValue) => JsonValue): JsonValue[] {
  const mapped = items.map(visit)
  return mapped.some((item, index) => item !== items[index]) ? mapped : items
}

type Fields = { [key: string]: JsonValue }

function mapObject(fields: Fields, visit: (value: JsonValue) => JsonValue): Fields {
  const mapped = Object.entries(fields).map(([key, item]) => [key, visit(item)] as const)
  return mapped.some(([key, item]) => item !== fields[key]) ? Object.fromEntries(mapped) : fields
}

function isReference(value: unknown): value is Fields & { artifact_id: string } {
  if (!isRecord(value)) return false
  const own = (key: string) => (Object.hasOwn(value, key) ? typeof value[key] : undefined)
  return own('artifact_id') === 'string' && own('media_type') === 'string' && own('bytes') === 'number' && own('sha256') === 'string'
}
