import { respondWith } from '@pf/artifacts'
import { artifact, toolResponseType } from '@pf/artifacts/zod'
import { defineTool } from '@pf/planner'
import { z } from 'zod'

const source = z.object({ title: z.string(), url: z.string() })
const sources = [
  { title: 'Tides and what they do', url: 'https://example.com/tides' },
  { title: 'A year of measurements', url: 'https://example.com/measurements' },
]

/** Looks up a topic. The sources are marked as an artifact: later calls and the user receive them, the model does not. */
export const researchBlog = defineTool({
  name: 'research_blog',
  description: 'Researches a topic for a post.',
  input: z.object({ topic: z.string() }),
  output: toolResponseType(z.object({ title: z.string(), sources: artifact(z.array(source)) })),
  run: ({ topic }, context) =>
    respondWith(context, { artifact_id: `research-${context.toolCallId}`, artifact: { title: `All about ${topic}`, sources }, now: Date.now() }),
})

/** Writes the post from the results of the research. */
export const createBlogPost = defineTool({
  name: 'create_blog_post',
  description: 'Writes a post from a research.',
  input: z.object({ title: z.string(), sources: z.array(source), instructions: z.string() }),
  output: toolResponseType(z.object({ text: z.string() })),
  run: ({ title, sources: given, instructions }, context) => {
    const text = [`# ${title}`, instructions, ...given.map(({ title: name, url }, index) => `[${index + 1}] ${name}, ${url}`)].join('\n')
    return respondWith(context, { artifact_id: `post-${context.toolCallId}`, artifact: { text }, now: Date.now() })
  },
})
