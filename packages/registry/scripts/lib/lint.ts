import { type Definition, mapSchema, resolveRef, type Schema } from './schema.ts'

/** A repeated group with a repetition or a choice inside. */
const slow = /[*+}]\)[*+{]|\([^()]*\|[^()]*\)[*+{]/

/** Rules that the meta-schema cannot say: every object is closed, every size has a limit, every prop has a description. */
export function lintComponent(definition: Definition): string[] {
  const faults: string[] = []
  const { propsSchema } = definition
  mapSchema(propsSchema, (node, pointer) => {
    faults.push(...lintNode(node, propsSchema).map((fault) => `propsSchema${pointer}: ${fault}`))
    return node
  })
  for (const [name, schema] of Object.entries(propsSchema.properties ?? {}))
    if (!schema.description) faults.push(`propsSchema/properties/${name}: no description`)
  return faults
}

function lintNode(node: Schema, root: Schema): string[] {
  const types = [node.type ?? []].flat()
  const open = node['x-open'] !== undefined || node.$component !== undefined
  const faults: string[] = []
  if (types.includes('object') && types.length === 1 && !open && node.additionalProperties === undefined)
    faults.push('an object needs additionalProperties or x-open')
  if (types.includes('string') && !['enum', 'const', 'maxLength'].some((key) => node[key] !== undefined)) faults.push('a string needs maxLength or enum')
  if (types.includes('array') && types.length === 1 && node.maxItems === undefined) faults.push('an array needs maxItems')
  if (node.pattern && !node['x-expect']) faults.push('a pattern needs x-expect')
  if (node.pattern && slow.test(node.pattern)) faults.push('a repeated group inside a pattern may be slow')
  for (const name of node.required ?? []) if (!node.properties?.[name]) faults.push(`required ${name} is no property`)
  if (node.$ref) resolveRef(root, node.$ref)
  return faults
}
