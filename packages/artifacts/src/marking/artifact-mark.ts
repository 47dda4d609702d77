import { getOwn, isRecord } from '@pf/core/internal'

/** The declaration of a marked field. */
export interface ArtifactMark {
  stream?: boolean
  stream_id?: string
  /** Known form of the data, for a default view: `rows`, `echarts`, `image`, `file` … */
  shape?: string
  media_type?: string
  /** True if the text is base64 of bytes. */
  base64?: boolean
}

/** A property of a Source that a field can fill. */
export type SourceProperty = 'title' | 'url' | 'snippet' | 'relevance_score'

export const sourceProperties: readonly SourceProperty[] = ['title', 'url', 'snippet', 'relevance_score']

const text = (schema: object, key: string): string | undefined => {
  const value = getOwn(schema, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns the mark of one schema object: `artifact: true` with `stream`, `stream_id`, `shape`, `media_type` beside it. */
export function readArtifactMark(schema: object): ArtifactMark | undefined {
  if (getOwn(schema, 'artifact') !== true) return undefined
  const stream_id = text(schema, 'stream_id')
  const shape = text(schema, 'shape')
  const media_type = text(schema, 'media_type') ?? text(schema, 'contentMediaType')
  return {
    ...(getOwn(schema, 'stream') === true || stream_id ? { stream: true } : {}),
    ...(stream_id ? { stream_id } : {}),
    ...(shape ? { shape } : {}),
    ...(media_type ? { media_type } : {}),
    ...(text(schema, 'contentEncoding') === 'base64' || getOwn(schema, 'format') === 'base64' ? { base64: true } : {}),
  }
}

/** Returns the `source_field` of one schema object. */
export function readSourceField(schema: object): SourceProperty | undefined {
  return sourceProperties.find((property) => property === getOwn(schema, 'source_field'))
}

/** Returns the field map of a producer (`produces_sources: true`, optional `source_fields`), or undefined if the schema produces no sources. */
export function readProducer(schema: object): ReadonlyMap<SourceProperty, string> | undefined {
  if (getOwn(schema, 'produces_sources') !== true) return undefined
  const fields = getOwn(schema, 'source_fields')
  const pairs = sourceProperties.map((property) => [property, isRecord(fields) ? getOwn(fields, property) : undefined] as const)
  return new Map(pairs.filter((pair): pair is readonly [SourceProperty, string] => typeof pair[1] === 'string'))
}
