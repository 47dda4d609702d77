/** A web address as a text may show it; data: URIs and stored files have none that says anything. */
export const address = (value: unknown): string => (typeof value === 'string' && /^https?:\/\//i.test(value) ? value.slice(0, 500) : '')
