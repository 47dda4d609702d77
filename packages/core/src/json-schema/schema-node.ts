import type { LinearRegExp } from '../pattern/linear-regexp.ts'

/** What patterns are tested with. */
export type PatternEngine = LinearRegExp | RegExp

/** A schema object of a document, as the compiler and the estimate of its cost see it. */
export interface SchemaNode {
  readonly source: Readonly<Record<string, unknown>>
  /** Keywords that take part in the check, with their values. */
  readonly keywords: Map<string, unknown>
  /** Schemas that check the same value. */
  readonly same: SchemaNode[]
  /** Schemas that check parts of the value, if it is an array or an object. Of one group, at most one checks the same part. */
  readonly parts: Readonly<Record<'array' | 'object', (readonly SchemaNode[])[]>>
  /** Targets of its references: a schema object or a boolean. */
  readonly references: unknown[]
  /** The first of its references, for messages. */
  reference?: string
}

/** A schema document that is known to be readable. */
export interface SchemaGraph {
  readonly root: SchemaNode
  readonly nodes: ReadonlyMap<unknown, SchemaNode>
  /** Schema objects that are compiled once, on their own, because more than one place uses them. */
  readonly shared: ReadonlySet<unknown>
  readonly patterns: ReadonlyMap<string, PatternEngine>
  readonly dialect: 'draft-07' | '2020-12'
  readonly usesUnevaluated: boolean
  readonly hasReferences: boolean
}
