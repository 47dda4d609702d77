import { createModelServer } from '@pf/testing'

const plan = {
  type: 'tool_calls',
  reasoning: 'Research first, then the post from it.',
  calls: [
    { tool_name: 'research_blog', arguments: { topic: 'tides' } },
    {
      tool_name: 'create_blog_post',
      arguments: { title: '$0.output.artifact.title', sources: '$0.output.artifact.sources', instructions: 'Keep to what works.' },
    },
  ],
}
const answer = { next_node: 'final_response', args: { answer: 'The post about tides is written, with two sources.' } }

/** A scripted model that needs no API key: it plans in the first call and answers in the second. */
export const startScriptedModel = () =>
  createModelServer({
    stories: [
      {
        name: 'blog',
        match: () => true,
        reply: ({ messages }) =>
          messages.at(-1)?.content.includes('Plan now.')
            ? { content: '', toolCalls: [{ id: 'call_1', name: '__planning__', arguments: JSON.stringify(plan) }] }
            : { content: JSON.stringify(answer) },
      },
    ],
  })
