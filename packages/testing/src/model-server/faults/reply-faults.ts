import type { Reply } from '../story.ts'
import { defineFaults } from './define-faults.ts'
import { filler } from './filler.ts'

const mebibyte = 2 ** 20
const charactersADelta = 5
const only = (reply: Partial<Reply>): Reply => ({ content: '', ...reply })

/** Faults in what the model says rather than in how it is sent. */
export const replyFaults = defineFaults({
  refusal: { reply: () => only({ refusal: "I'm sorry, but I can't help with that request." }) },
  'empty-content': { reply: () => only({}) },
  'reasoning-only': { reply: ({ reasoning }) => only({ reasoning: reasoning ?? 'I should think about this for a while.' }) },
  // Models in JSON mode are known to go on with white space until they run out of tokens.
  whitespace: {
    reply: ({ content }, { options }) =>
      only({ content: content.slice(0, content.length / 2) + '\n'.repeat(options.size ?? 2000), finish: 'length', chunkSize: 8 }),
  },
  'think-tags': {
    reply: ({ reasoning, ...reply }) => ({ ...reply, content: `<think>\n${reasoning ?? 'I should answer this.'}\n</think>\n\n${reply.content}` }),
  },
  fenced: { reply: (reply) => ({ ...reply, content: `Here is my action:\n\n\`\`\`json\n${reply.content}\n\`\`\`\n` }) },
  huge: {
    reply: (reply, { options }) => {
      const content = filler(reply.content, options.size ?? 5 * mebibyte)
      return { ...reply, content, chunkSize: content.length }
    },
  },
  flood: {
    reply: (reply, { options }) => ({ ...reply, content: filler(reply.content, (options.size ?? 20_000) * charactersADelta), chunkSize: charactersADelta }),
  },
  slow: { reply: (reply, { options }) => ({ ...reply, delayMs: options.delayMs ?? 200 }) },
})
