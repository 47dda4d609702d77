const unsafe = /^allow-(?:same-origin|top-navigation.*|popups-to-escape-sandbox)$/i

/** Tokens of a sandbox attribute that would let a frame out of it. */
export const unsafeSandbox = (sandbox: string): string[] => sandbox.split(/\s+/).filter((token) => unsafe.test(token))
