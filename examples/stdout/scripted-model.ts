import { createModelServer } from '@pf/testing'

// As weak models write it: in a fence, with a raw line break and with quotes that nobody escaped.
const content = '```json\n{"next_node": "final_response", "args": {"answer": "It left the "North" warehouse on Monday.\nIt arrives on Thursday."}}\n```'

/** A model for those who have no key at hand: it speaks OpenAI's protocol on a port of its own and always says the same. */
export const startScriptedModel = () => createModelServer({ stories: [{ name: 'order', match: () => true, reply: () => ({ content }) }], delayMs: 40 })
