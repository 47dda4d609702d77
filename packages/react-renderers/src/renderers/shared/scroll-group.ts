/** Attributes of a scroll container inside a component: it is focusable and has a name, but is not a landmark. */
export const scrollGroup = (label: string) => ({ tabIndex: 0, role: 'group', 'aria-label': label }) as const
