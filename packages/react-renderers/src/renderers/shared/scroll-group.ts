/** Attributes of a box that scrolls on its own inside a component: reachable by keyboard and named, but no landmark beside the component's. */
export const scrollGroup = (label: string) => ({ tabIndex: 0, role: 'group', 'aria-label': label }) as const
