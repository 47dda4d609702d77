/** Tokens and component styles. Imported for its side effect. */
export {}
