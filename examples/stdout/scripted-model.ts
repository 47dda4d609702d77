import { createModelServer } from '@pf/testing'

// The output of a weak model: fenced, with a raw line break and unescaped quotes.
const content = '```json\n{"next_node": "final_response", "args": {"answer": "It left the "North" warehouse on Monday.\nIt arrives on Thursday."}}\n```'

/** A scripted model that needs no API key. It serves OpenAI's protocol on a local port and always gives the same reply. */
export const startScriptedModel = () => createModelServer({ stories: [{ name: 'order', match: () => true, reply: () => ({ content }) }], delayMs: 40 })
