import type { InteractionAnnouncement, JsonObject, JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'

const maxDepth = 32

/**
 * Puts the address into every artifact reference inside a value, over whatever stood there; unchanged parts are shared with the input.
 * A reference is an object with artifact_id, media_type, bytes and sha256. Not looked for below 32 levels.
 */
export function linkArtifacts(value: JsonValue, artifactUrl: ((artifact_id: string) => string) | undefined, depth = 0): JsonValue {
  if (!artifactUrl || depth > maxDepth || typeof value !== 'object' || value === null) return value
  const visit = (inner: JsonValue) => linkArtifacts(inner, artifactUrl, depth + 1)
  if (Array.isArray(value)) return mapArray(value, visit)
  const linked = mapObject(value, visit)
  return isReference(value) ? { ...linked, url: artifactUrl(value.artifact_id) } : linked
}

/** Questions with the address in every reference of their props. */
export function linkQuestions(
  questions: readonly InteractionAnnouncement[],
  artifactUrl: ((artifact_id: string) => string) | undefined,
): InteractionAnnouncement[] {
  return questions.map((question) => ({ ...question, props: linkArtifacts(question.props, artifactUrl) as JsonObject }))
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
