import { PfError } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { type NodeLinks, readNode } from './read-node.ts'
import { emptyNode, type SchemaNode, targetsOf } from './schema-node.ts'
import { createSchemaRefResolver } from './schema-refs.ts'

const maxNodes = 20_000

/** A schema as a graph of nodes. The last node is `stray`: data that the schema does not describe. */
export interface SchemaGraph {
  nodes: readonly SchemaNode[]
  root: number
  stray: number
  /** Nodes from which a marked field can be reached. */
  useful: ReadonlySet<number>
  /** Nodes from which a producer of sources or one of its fields can be reached. */
  sourcing: ReadonlySet<number>
  /** $refs that lead outside the schema, or to a location that does not exist. */
  unresolved: readonly string[]
}

/** Reads every reachable sub-schema once. Throws PfError `invalid_config` if there are more than 20,000. */
export function readSchemaGraph(schema: unknown): SchemaGraph {
  const { nodes, unresolved } = readNodes(schema)
  const useful = reaching(nodes, (node) => node.mark !== undefined)
  const sourcing = reaching(nodes, (node) => node.producer !== undefined || node.sourceField !== undefined)
  const stray = addStray(nodes, useful)
  return { nodes, root: 0, stray, useful, sourcing, unresolved }
}

interface SchemaLocation {
  schema: unknown
  /** The nearest enclosing schema with an `$id`, which is the base of `#/…`. */
  base: unknown
}

function readNodes(schema: unknown): { nodes: SchemaNode[]; unresolved: string[] } {
  const resolve = createSchemaRefResolver(schema)
  const ids = new Map<unknown, number>()
  const locations: SchemaLocation[] = []
  const unresolved = new Set<string>()
  const idOf = (child: unknown, base: unknown): number => {
    const known = ids.get(child)
    if (known !== undefined) return known
    if (locations.length >= maxNodes) throw new PfError('invalid_config', `A tool's output schema has more than ${maxNodes} parts. Simplify it.`)
    ids.set(child, locations.length)
    return locations.push({ schema: child, base: isRecord(child) && typeof child.$id === 'string' ? child : base }) - 1
  }
  const linksOf = (base: unknown): NodeLinks => ({
    schema: (child) => idOf(child, base),
    reference: (ref) => {
      const found = resolve(ref, base)
      if (!found) unresolved.add(ref)
      return found ? idOf(found.schema, found.base) : idOf(true, schema)
    },
  })
  idOf(schema, schema)
  const nodes: SchemaNode[] = []
  for (let at = 0; at < locations.length; at++) nodes.push(readNode(locations[at]?.schema, linksOf(locations[at]?.base)))
  return { nodes, unresolved: [...unresolved] }
}

/** Returns the ids of all nodes for which `is` is true, or that lead to one. */
function reaching(nodes: readonly SchemaNode[], is: (node: SchemaNode) => boolean): Set<number> {
  const sources = nodes.map((): number[] => [])
  nodes.forEach((node, id) => {
    for (const target of targetsOf(node)) sources[target]?.push(id)
  })
  const waiting = nodes.flatMap((node, id) => (is(node) ? [id] : []))
  const found = new Set(waiting)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const source of sources[id] ?? []) if (!found.has(source)) waiting.push(source) && found.add(source)
  }
  return found
}

/** Adds the node for data outside the schema: any key that leads to a marked field anywhere in the schema leads there from this node as well. */
function addStray(nodes: SchemaNode[], useful: Set<number>): number {
  const named = new Map<string, number[]>()
  for (const node of nodes) for (const [key, target] of node.props) if (useful.has(target)) named.set(key, [...(named.get(key) ?? []), target])
  const stray = nodes.length + named.size
  const props = new Map<string, number>()
  for (const [key, targets] of named) {
    useful.add(nodes.length)
    props.set(key, nodes.push({ ...emptyNode(), same: [...new Set(targets)] }) - 1)
  }
  nodes.push({ ...emptyNode(), props, rest: [stray], items: [stray], objects: true, lists: true, strings: false })
  if (named.size > 0) useful.add(stray)
  return stray
}
