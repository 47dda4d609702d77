import type { JsonSchema } from '@pf/core'

/** What a tool without an output schema gives: its text for the model, everything else beside it for the user only. */
export const plainOutput: JsonSchema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    data: { description: 'Structured content without a schema.' },
    links: { type: 'array', items: { type: 'object', properties: { uri: { type: 'string' }, name: { type: 'string' } }, required: ['uri'] } },
    files: { type: 'array', artifact: true, items: { type: 'object' } },
  },
}
