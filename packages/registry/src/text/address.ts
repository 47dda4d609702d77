/** Returns a web address for a text. Returns "" for data: URIs and stored files, whose addresses are not meaningful. */
export const address = (value: unknown): string => (typeof value === 'string' && /^https?:\/\//i.test(value) ? value.slice(0, 500) : '')
