/** Attributes of a box that scrolls on its own: reachable by keyboard and named. */
export const scrollFrame = (label: string) => ({ tabIndex: 0, role: 'region', 'aria-label': label }) as const
