import type { ArtifactMark, SourceProperty } from './artifact-mark.ts'

/** One schema object of a compiled plan; edges are ids of other nodes. */
export interface SchemaNode {
  mark?: ArtifactMark
  producer?: ReadonlyMap<SourceProperty, string>
  sourceField?: SourceProperty
  /** Nodes that describe the same value: $ref, allOf, anyOf, oneOf, if, then, else. */
  same: number[]
  props: Map<string, number>
  patterns: { matches: (key: string) => boolean; target: number }[]
  /** additionalProperties or unevaluatedProperties. */
  rest: number[]
  closed: boolean
  prefix: number[]
  items: number[]
  /** True if the schema describes the inside of objects, or of lists. */
  objects: boolean
  lists: boolean
  /** True if any object, list or string is valid and its inside is not described. */
  openObject: boolean
  openList: boolean
  strings: boolean
}

/** Creates a node without declarations. */
export function emptyNode(): SchemaNode {
  return {
    same: [],
    props: new Map(),
    patterns: [],
    rest: [],
    closed: false,
    prefix: [],
    items: [],
    objects: false,
    lists: false,
    openObject: false,
    openList: false,
    strings: false,
  }
}

/** Returns the ids of all nodes to which a node leads. */
export function targetsOf(node: SchemaNode): number[] {
  return [...node.same, ...node.props.values(), ...node.patterns.map((pattern) => pattern.target), ...node.rest, ...node.prefix, ...node.items]
}
