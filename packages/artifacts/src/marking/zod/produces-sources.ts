import type { $ZodType, output } from 'zod/v4/core'
import type { SourceProperty } from '../artifact-mark.ts'
import { withMeta } from './artifact.ts'

/** The type of one item of a list, or the type itself. */
export type RowOf<Type> = Type extends readonly (infer Item)[] ? Item : Type

/** Which field of the output fills which property of a source. */
export type SourceFieldMap<Type> = Partial<Record<SourceProperty, Extract<keyof RowOf<Type>, string>>>

/**
 * Marks an object, or a list of them, as sources of the answer (spec 000 §6). `fieldMap` names the fields that are called otherwise
 * than `title`, `url`, `snippet`, `relevance_score`.
 */
export function producesSources<Schema extends $ZodType>(schema: Schema, fieldMap: SourceFieldMap<output<Schema>> = {}): Schema {
  return withMeta(schema, { produces_sources: true, ...(Object.keys(fieldMap).length > 0 ? { source_fields: fieldMap } : {}) })
}
