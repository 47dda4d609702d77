import type { JsonObject, Source } from '@pf/core'
import type { Reply } from '@pf/testing'
import type { Topic } from '../topics/topic.ts'
import { topics } from '../topics/topics.ts'
import { pace } from './act.ts'

/** What the user may ask next; the message is the whole question. */
export interface Suggestion {
  label: string
  message: string
}

/** A finished answer. */
export interface Answer {
  reasoning?: string
  /** Markdown. */
  answer: string
  /** 0 to 1. */
  confidence: number
  suggestions: readonly Suggestion[]
  sources?: readonly Source[]
  /** What limits the answer. */
  caveats?: readonly (string | undefined)[]
  /** The user has to say more. */
  followup?: boolean
}

/** Ends the turn; the answer comes first so that it can be streamed. */
export function finish({ reasoning, answer, confidence, suggestions, sources = [], caveats = [], followup }: Answer): Reply {
  const warnings = caveats.filter((caveat) => caveat !== undefined)
  const args: JsonObject = {
    answer,
    confidence,
    language: 'en',
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
  dashboard: (topic: Topic) => ({ label: 'Make a dashboard of it', message: `Make a dashboard of ${topic.about}` }),
} as const

/** The other views of a topic, and another topic. */
export function nextQuestions(topic: Topic, shown: keyof typeof views): Suggestion[] {
  const others = (Object.keys(views) as (keyof typeof views)[]).filter((view) => view !== shown)
  const next = topics[(topics.indexOf(topic) + 1) % topics.length] ?? topic
  return [...others.map((view) => views[view](topic)), { label: `A chart of ${next.about}`, message: `Show a chart of ${next.about}` }]
}
