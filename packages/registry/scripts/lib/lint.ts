import { type Part, parsePattern } from '../../src/pattern/parse-pattern.ts'
import { type Definition, mapSchema, resolveRef, type Schema } from './schema.ts'
import { camel } from './types.ts'

/** Names under which nothing can be exported. */
const reserved = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
)

/** Rules that the meta-schema cannot say: every object is closed, every size has a limit, every prop has a description. */
export function lintComponent(definition: Definition): string[] {
  const faults: string[] = reserved.has(camel(definition.name)) ? ['/name: a reserved word of JavaScript'] : []
  const { propsSchema } = definition
  mapSchema(propsSchema, (node, pointer) => {
    faults.push(...lintNode(node, propsSchema).map((fault) => `/propsSchema${pointer}: ${fault}`))
    return node
  })
  for (const [name, schema] of Object.entries(propsSchema.properties ?? {}))
    if (!schema.description) faults.push(`/propsSchema/properties/${name}: no description`)
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
  if (node.pattern !== undefined) faults.push(...patternFaults(node.pattern))
  for (const name of node.required ?? []) if (!node.properties?.[name]) faults.push(`required ${name} is no property`)
  if (node.$ref !== undefined && !isResolved(root, node.$ref))
    faults.push(`$ref ${node.$ref} leads nowhere: only #/$defs/NAME of the same file can be referenced`)
  return faults
}

function isResolved(root: Schema, ref: string): boolean {
  try {
    return resolveRef(root, ref) !== undefined
  } catch {
    return false
  }
}

/** Patterns of schemas run in the engine of JavaScript, which tries everything anew: what repeats must not repeat or branch inside. */
function patternFaults(pattern: string): string[] {
  try {
    new RegExp(pattern, 'u')
    return parsePattern(pattern).some(({ part }) => isSlow(part, false)) ? ['a repetition inside a repeated group of a pattern may be slow'] : []
  } catch (error) {
    return [`a pattern cannot be read: ${error instanceof Error ? error.message : error}`]
  }
}

function isSlow(part: Part, repeated: boolean): boolean {
  if ('set' in part) return false
  if ('parts' in part) return part.parts.some((inner) => isSlow(inner, repeated))
  if ('choices' in part) return (repeated && part.choices.length > 1) || part.choices.some((inner) => isSlow(inner, repeated))
  if (repeated && part.min !== part.max) return true
  return isSlow(part.repeat, repeated || part.max > 1)
}
