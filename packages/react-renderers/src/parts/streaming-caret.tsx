/** A steady mark where text is still being written. */
export const StreamingCaret = () => <span className="pf-caret" aria-hidden="true" />
