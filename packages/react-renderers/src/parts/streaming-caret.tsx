/** A static mark at the end of text that is still arriving. */
export const StreamingCaret = () => <span className="pf-caret" aria-hidden="true" />
