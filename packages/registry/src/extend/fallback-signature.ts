import { utf8Length } from '@pf/core/internal'
import { estimateMaxTokens } from '../prompt/estimate-tokens.ts'
import type { ComponentDescription } from './registry-component.ts'

/** About 350 tokens of JSON, and of names. */
const maxSchemaLength = 1000
const maxNamed = 350

/** What describe_component says of a component that brings no signature, in at most 400 tokens: its schema or, where that is too long, the names of its props. */
export function fallbackSignature({ name, description, propsSchema }: ComponentDescription): string {
  const about = `// ${description.replaceAll('\n', ' ').slice(0, 200)}\n${name}: `
  const schema = `${about}JSON Schema ${JSON.stringify(propsSchema)}`
  if (utf8Length(schema) <= maxSchemaLength) return schema
  const { required = [], properties = {} } = propsSchema as { required?: readonly string[]; properties?: object }
  let named = ''
  for (const key of Object.keys(properties)) {
    const more = `${named}${named && ', '}${required.includes(key) ? key : `${key}?`}`
    if (estimateMaxTokens(about + more) > maxNamed) return `${about}{${named}${named && ', '}…}`
    named = more
  }
  return `${about}{${named}}`
}
