import { setOwn } from '../json/records.ts'
import { keywords as known } from './schema-keywords.ts'
import type { SchemaGraph, SchemaNode } from './schema-node.ts'

/** The keyword that makes the compiler charge for a visit of a schema. Its value is an index into `marked`. */
export const visitKeyword = 'x-pf-visit'

/** A schema to compile, and the nodes to which its marks refer. */
export interface WrittenSchema {
  readonly schema: Record<string, unknown>
  readonly marked: readonly SchemaNode[]
}

/**
 * Writes a schema document without annotations, URIs, anchors and unreferenced parts. Each referenced schema occurs once in `$defs`, so
 * that the size of the compiled code is proportional to the size of the document.
 */
export function writeSchema({ root, nodes, shared }: SchemaGraph, options: { marks: boolean }): WrittenSchema {
  const definitions: Record<string, unknown> = {}
  const names = new Map<unknown, string>([[root.source, '#']])
  for (const schema of shared) if (schema !== root.source) names.set(schema, `#/$defs/${names.size}`)
  const marked: SchemaNode[] = []

  function write(node: SchemaNode): Record<string, unknown> {
    const copy: Record<string, unknown> = {}
    for (const [name, value] of node.keywords) {
      const keyword = known.get(name)
      // ajv adds null to the list of types of a schema that is nullable.
      if (!keyword?.forms.includes('reference'))
        setOwn(copy, name, keyword?.checks ? writeValue(value) : name === 'type' && Array.isArray(value) ? [...value] : value)
    }
    addReferences(copy, node.references)
    if (options.marks && Object.keys(copy).length > 0) copy[visitKeyword] = marked.push(node) - 1
    return copy
  }

  function addReferences(copy: Record<string, unknown>, references: readonly unknown[]) {
    const [first, ...rest] = references.map((target) => (typeof target === 'boolean' ? target : { $ref: names.get(target) }))
    if (first === undefined) return
    if (typeof first === 'object' && rest.length === 0) copy.$ref = first.$ref
    else copy.allOf = [...((copy.allOf as unknown[] | undefined) ?? []), first, ...rest]
  }

  /** Returns the value of a keyword that holds schemas: one schema, a list, or an object of them. Lists of names are not changed. */
  function writeValue(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (nodes.has(value)) return place(value)
    if (Array.isArray(value)) return value.map((each: unknown) => (nodes.has(each) ? place(each) : each))
    const map: Record<string, unknown> = {}
    for (const [name, each] of Object.entries(value)) setOwn(map, name, nodes.has(each) ? place(each) : each)
    return map
  }

  const place = (schema: unknown): unknown => {
    const name = names.get(schema)
    const node = nodes.get(schema) as SchemaNode
    if (name === undefined) return write(node)
    // The default of a property is read where the property is described, also if one object describes several properties.
    return node.keywords.has('default') ? { default: node.keywords.get('default'), $ref: name } : { $ref: name }
  }

  const schema = write(root)
  for (const [source, name] of names) {
    const node = nodes.get(source)
    if (node && name !== '#') definitions[name.slice('#/$defs/'.length)] = write(node)
  }
  return { schema: Object.keys(definitions).length > 0 ? { ...schema, $defs: definitions } : schema, marked }
}
