import type { AnswerRules } from '../contracts/answer-rules.ts'
import type { ComponentEntry } from '../contracts/component-entry.ts'
import type { ComponentKit } from '../contracts/component-kit.ts'
import type { ComponentText } from '../contracts/component-text.ts'
import type { TokenCounts } from '../contracts/registry-data.ts'
import type { StandaloneValidator } from '../contracts/validator-types.ts'
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
