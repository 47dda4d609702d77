import type { JsonObject, Source } from '@pf/core'
import type { Reply } from '@pf/testing'
import type { Topic } from '../topics/topic.ts'
import { topics } from '../topics/topics.ts'

/** Delay of each streamed chunk in milliseconds: actions are fast, answers arrive at reading speed. */
export const pace = { action: 3, answer: 8 } as const

/** Creates a tool call of the scripted model, preceded by its reasoning. */
export function callTool(reasoning: string, next_node: string, args: JsonObject): Reply {
  return { reasoning, content: JSON.stringify({ next_node, args }), delayMs: pace.action }
}

/** Creates a call of `run_query`. */
export function runQuery(reasoning: string, sql: string): Reply {
  return callTool(reasoning, 'run_query', { sql })
}

/** Creates a call of `render_component`. The name of the component precedes its props so that the browser can start drawing early. */
export function renderComponent(reasoning: string, args: { component: string; title: string; props: JsonObject }): Reply {
  return callTool(reasoning, 'render_component', args)
}

/** A follow-up question offered to the user; `message` is the complete question. */
export interface Suggestion {
  label: string
  message: string
}

/** The content of a final response. */
export interface Answer {
  reasoning?: string
  /** The answer in Markdown. */
  answer: string
  /** Language of the answer as a BCP 47 tag. Default: English. */
  language?: string
  suggestions: readonly Suggestion[]
  sources?: readonly Source[]
  /** Limitations of the answer. Undefined entries are omitted. */
  caveats?: readonly (string | undefined)[]
  /** True if the user must provide more information. */
  followup?: boolean
}

/** Ends the turn. The answer is the first argument so that it can be streamed. */
export function finalResponse({ reasoning, answer, language = 'en', suggestions, sources = [], caveats = [], followup }: Answer): Reply {
  const warnings = caveats.filter((caveat) => caveat !== undefined)
  const args: JsonObject = {
    answer,
    language,
    suggested_actions: suggestions.map(({ label, message }, index) => ({ action_id: `ask_${index + 1}`, label, params: { message } })),
    ...(sources.length > 0 ? { sources: sources.map(({ title, url }) => ({ title, ...(url === undefined ? {} : { url }) })) } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(followup ? { requires_followup: true } : {}),
  }
  return { content: JSON.stringify({ next_node: 'final_response', args }), delayMs: pace.answer, ...(reasoning === undefined ? {} : { reasoning }) }
}

const views = {
  chart: (topic: Topic) => ({ label: 'Show it as a chart', message: `Show ${topic.about} as a chart` }),
  table: (topic: Topic) => ({ label: 'Show it as a table', message: `Show ${topic.about} as a table` }),
  dashboard: (topic: Topic) => ({ label: 'Show it as a dashboard', message: `Make a dashboard of ${topic.about}` }),
} as const

/** Returns suggestions for the other views of a topic and for the next topic. */
export function nextQuestions(topic: Topic, shown: keyof typeof views): Suggestion[] {
  const others = (Object.keys(views) as (keyof typeof views)[]).filter((view) => view !== shown)
  const next = topics[(topics.indexOf(topic) + 1) % topics.length] ?? topic
  return [...others.map((view) => views[view](topic)), { label: `A chart of ${next.about}`, message: `Show a chart of ${next.about}` }]
}
