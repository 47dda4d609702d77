import { utf8Length } from '@pf/core/internal'
import type { AnswerRules } from '../contracts/answer-rules.ts'
import type { ComponentEntry } from '../contracts/component-entry.ts'
import type { ComponentKit } from '../contracts/component-kit.ts'
import type { ComponentText } from '../contracts/component-text.ts'
import type { TokenCounts } from '../contracts/registry-data.ts'
import type { StandaloneValidator } from '../contracts/validator-types.ts'
import { estimateMaxTokens } from '../prompt/estimate-tokens.ts'
import type { ValidateProps } from './kit-from-function.ts'

/** The description of a component, as in its JSON file. `dataPaths` is needed only when props take references. */
export type ComponentDescription = Omit<ComponentEntry, 'dataPaths'> & Partial<Pick<ComponentEntry, 'dataPaths'>>

/** A component to add: what `pf-registry generate` writes, or an entry with a `validate` function. */
export interface RegistryComponent {
  readonly entry: ComponentDescription
  /** What runs for it; made by `pf-registry generate`. */
  readonly kit?: ComponentKit
  /** Instead of a kit. Nothing of such a component is shown while its props are still arriving. */
  readonly validate?: ValidateProps
  /** Instead of those of the kit; an interactive component with `validate` needs them. */
  readonly answer?: AnswerRules
  /** Check of props as a model writes them; default that of the kit. */
  readonly model?: StandaloneValidator
  /** Default: the texts in its props. */
  readonly text?: ComponentText
  /** What describe_component says; default: its description and schema. */
  readonly signature?: string
  readonly tokens?: TokenCounts
}

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
