/** Hosts whose pages may be embedded. */
export const mapHosts = ['www.openstreetmap.org']

/** Path of the sandbox page for the html component, which has its own Content-Security-Policy. */
export const sandboxPath = '/html-sandbox'

/** Ways to answer a question: step by step (`react`) or with a plan first (`plan`). */
export const strategies = ['react', 'plan'] as const
export type Strategy = (typeof strategies)[number]

/** Base path of pf's routes for the agent that plans first. */
export const planBasePath = '/plan'
