import type { Shape } from './shape.ts'
import type { StandaloneValidator } from './validator-types.ts'

/** Gives nested components their text; unknown ones come out as their name. */
export interface TextContext {
  nested(component: unknown, props: unknown): string
}

/** Text form of one component: everything (for mail and logs), or one line. Takes any props and never throws. */
export interface ComponentText {
  full(props: Readonly<Record<string, unknown>>, context: TextContext): string
  short(props: Readonly<Record<string, unknown>>, context: TextContext): string
}

/** What runs for one component; made by the generator, imported one by one from `@pf/registry/components/NAME`. */
export interface ComponentKit {
  readonly name: string
  readonly interactive: boolean
  readonly shape: readonly Shape[]
  /** Props as they go over the wire. */
  readonly full: StandaloneValidator
  /** Props that are still arriving. */
  readonly relaxed: StandaloneValidator
  readonly text: ComponentText
}
