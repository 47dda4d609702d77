/** How a question is worked on: step by step, or planned first. */
export const strategies = ['react', 'plan'] as const
export type Strategy = (typeof strategies)[number]

/** Where pf's routes are served for runs that plan first. */
export const planBase = '/plan'
