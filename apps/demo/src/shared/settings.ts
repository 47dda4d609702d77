/** The hosts whose pages may be shown inside this one. */
export const mapHosts = ['www.openstreetmap.org']

/** Where the page for free HTML is served, with a policy of its own. */
export const sandboxPath = '/html-sandbox'

/** How a question is worked on: step by step, or planned first. */
export const strategies = ['react', 'plan'] as const
export type Strategy = (typeof strategies)[number]

/** Where pf's routes are served for runs that plan first. */
export const planBasePath = '/plan'
