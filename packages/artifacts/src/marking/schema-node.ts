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
  /** The schema says something about the inside of objects, of lists. */
  objects: boolean
  lists: boolean
  /** Any object, any list, any string fits and nothing is said about its inside. */
  openObject: boolean
  openList: boolean
  strings: boolean
}

/** A node that says nothing yet. */
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

/** Ids of every node a node leads to. */
export function targetsOf(node: SchemaNode): number[] {
  return [...node.same, ...node.props.values(), ...node.patterns.map((pattern) => pattern.target), ...node.rest, ...node.prefix, ...node.items]
}
