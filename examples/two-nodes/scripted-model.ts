import { createModelServer, type Story } from '@pf/testing'

const lines = Array.from({ length: 30 }, (_, index) => `${index + 1}. This is line ${index + 1} of thirty.`)

const action = (next_node: string, args: unknown) => JSON.stringify({ next_node, args })

/** Asks for two values in a form, and answers with what was entered. */
const form: Story = {
  name: 'form',
  match: ({ lastUser }) => /\bform\b/i.test(lastUser),
  reply: ({ toolResults }) => [
    {
      content: action('ui_form', {
        title: 'Book a table',
        fields: [
          { name: 'name', type: 'text', label: 'Name', required: true },
          { name: 'guests', type: 'number', label: 'Guests', required: true, default: 2 },
        ],
        submitLabel: 'Book',
      }),
    },
    { content: action('final_response', { answer: `You entered \`${JSON.stringify(toolResults.at(-1)?.content ?? null)}\`.` }) },
  ],
}

/** Writes for about fifteen seconds, so that there is time to kill the process that writes. */
const long: Story = {
  name: 'long',
  match: () => true,
  reply: () => ({ content: action('final_response', { answer: `${lines.join('\n')}\n\nThis is the end.` }), durationMs: 15_000 }),
}

/** A scripted model that needs no API key. It serves OpenAI's protocol on a local port. */
export const startScriptedModel = () => createModelServer({ stories: [form, long], model: 'scripted' })
