import type { LinearRegExp } from '../pattern/linear-regexp.ts'

/** The engine that tests a pattern. */
export type PatternEngine = LinearRegExp | RegExp

/** A schema object of a document, as used by the compiler and the cost estimate. */
export interface SchemaNode {
  readonly source: Readonly<Record<string, unknown>>
  /** Keywords that take part in the check, with their values. */
  readonly keywords: Map<string, unknown>
  /** Schemas that check the same value. */
  readonly same: SchemaNode[]
  /** Schemas that check parts of the value, for arrays and objects. At most one schema of a group checks the same part. */
  readonly parts: Readonly<Record<'array' | 'object', (readonly SchemaNode[])[]>>
  /** Targets of its references: a schema object or a boolean. */
  readonly references: unknown[]
  /** The first of its references, for messages. */
  reference?: string
}

/** A schema document that was read successfully. */
export interface SchemaGraph {
  readonly root: SchemaNode
  readonly nodes: ReadonlyMap<unknown, SchemaNode>
  /** Schema objects that are compiled once and separately, because they are used in more than one place. */
  readonly shared: ReadonlySet<unknown>
  readonly patterns: ReadonlyMap<string, PatternEngine>
  readonly dialect: 'draft-07' | '2020-12'
  readonly usesUnevaluated: boolean
  readonly hasReferences: boolean
}
