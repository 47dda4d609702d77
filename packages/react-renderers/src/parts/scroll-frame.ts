/** Attributes for a scroll container, which makes it focusable and gives it a name. */
export const scrollFrame = (label: string) => ({ tabIndex: 0, role: 'region', 'aria-label': label }) as const
