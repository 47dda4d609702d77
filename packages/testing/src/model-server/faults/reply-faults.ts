import { isRecord, parseJson } from '@pf/core/internal'
import type { Reply } from '../story/story.ts'
import { defineFaults } from './fault-mode.ts'

const mebibyte = 2 ** 20
const charsPerDelta = 5
const only = (reply: Partial<Reply>): Reply => ({ content: '', ...reply })

/** Faults in the content of the reply. */
export const replyFaults = defineFaults({
  refusal: { reply: () => only({ refusal: "I'm sorry, but I can't help with that request." }) },
  'empty-content': { reply: () => only({}) },
  'reasoning-only': { reply: ({ reasoning }) => only({ reasoning: reasoning ?? 'I should think about this for a while.' }) },
  // Models in JSON mode may generate white space until they reach the token limit.
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
    reply: (reply, { options }) => ({ ...reply, content: filler(reply.content, (options.size ?? 20_000) * charsPerDelta), chunkSize: charsPerDelta }),
  },
  slow: { reply: (reply, { options }) => ({ ...reply, delayMs: options.delayMs ?? 200 }) },
})

const sentence = 'The quick brown fox jumps over the lazy dog. '

/** Returns text of `length` characters in the form of the reply that it replaces: a final_response for an action, otherwise prose. */
function filler(content: string, length: number): string {
  if (!isRecord(parseJson(content))) return prose(length)
  const [before, after] = ['{"next_node":"final_response","args":{"answer":"', '"}}']
  return before + prose(Math.max(1, length - before.length - after.length)) + after
}

const prose = (length: number) => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length)
