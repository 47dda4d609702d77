import type { Definition } from './schema.ts'
import { modelStyle, recursiveTypes, typeText } from './types.ts'
import { expandSlots } from './variants.ts'

/** A component as a model reads it: what it is for, then its props as a TypeScript-like type. */
export function signature(definition: Definition): string {
  const root = expandSlots(definition.propsSchema)
  const types = recursiveTypes(root, modelStyle).map(([name, text]) => `\n${name}: ${text}`)
  return `// ${definition.description.replaceAll('\n', ' ')}\n${definition.name}: ${typeText(root, root, modelStyle)}${types.join('')}`
}
