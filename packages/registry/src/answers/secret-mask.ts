/** Replaces a secret in everything that a model or a log could read. */
export const secretMask = '<secret>'
