/** Tokens and component styles; imported for its effect. */
export {}
