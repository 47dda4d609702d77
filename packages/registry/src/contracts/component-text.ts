/** Returns the text of nested components. An unknown component is represented by its name. */
export interface TextContext {
  nested(component: unknown, props: unknown): string
}

/** The text form of a component: complete (for mail and logs), or one line. Accepts any props and never throws. */
export interface ComponentText {
  full(props: Readonly<Record<string, unknown>>, context: TextContext): string
  short(props: Readonly<Record<string, unknown>>, context: TextContext): string
}
