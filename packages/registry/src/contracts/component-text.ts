/** Gives nested components their text; unknown ones come out as their name. */
export interface TextContext {
  nested(component: unknown, props: unknown): string
}

/** Text form of one component: everything (for mail and logs), or one line. Takes any props and never throws. */
export interface ComponentText {
  full(props: Readonly<Record<string, unknown>>, context: TextContext): string
  short(props: Readonly<Record<string, unknown>>, context: TextContext): string
}
