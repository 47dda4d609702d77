import { utf8Length } from '@pf/core/internal'
import type { AnswerRules } from '../contracts/answer-rules.ts'
import type { ComponentEntry } from '../contracts/component-entry.ts'
import type { ComponentKit } from '../contracts/component-kit.ts'
import type { ComponentText } from '../contracts/component-text.ts'
import type { TokenCounts } from '../contracts/registry-data.ts'
import type { StandaloneValidator } from '../contracts/validator-types.ts'
import { estimateMaxTokens } from '../prompt/estimate-tokens.ts'
import type { ValidateProps } from './kit-from-function.ts'

/** The description of a component, as in its JSON file. `dataPaths` is needed only if props accept references. */
export type ComponentDescription = Omit<ComponentEntry, 'dataPaths'> & Partial<Pick<ComponentEntry, 'dataPaths'>>

/** A component to add: the output of `pf-registry generate`, or an entry with a `validate` function. */
export interface RegistryComponent {
  readonly entry: ComponentDescription
  /** The run-time code of the component, written by `pf-registry generate`. */
  readonly kit?: ComponentKit
  /** Replaces the kit. Such a component is not shown before all of its props have arrived. */
  readonly validate?: ValidateProps
  /** Replaces the rules of the kit. Required for an interactive component with `validate`. */
  readonly answer?: AnswerRules
  /** Validates props written by a model. Defaults to the validator of the kit. */
  readonly model?: StandaloneValidator
  /** Defaults to the texts in the props. */
  readonly text?: ComponentText
  /** The output of describe_component. Defaults to the description and schema. */
  readonly signature?: string
  readonly tokens?: TokenCounts
}

/** Limits for about 350 tokens of JSON, and of names. */
const maxSchemaLength = 1000
const maxNamed = 350

/**
 * Returns the output of describe_component for a component without a signature, in at most 400 tokens: its schema or, if that is too long,
 * the names of its props.
 */
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
