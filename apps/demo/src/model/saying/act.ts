import type { JsonObject } from '@pf/core'
import type { Reply } from '@pf/testing'

/** Milliseconds a delta: actions come fast, the answer at a pace one can read along. */
export const pace = { action: 3, answer: 8 } as const

/** A tool call of the model, with what it thinks first. */
export function act(reasoning: string, next_node: string, args: JsonObject): Reply {
  return { reasoning, content: JSON.stringify({ next_node, args }), delayMs: pace.action }
}

/** Asks for the rows of a query. */
export function query(reasoning: string, sql: string): Reply {
  return act(reasoning, 'run_query', { sql })
}

/** Shows a component; its name comes before its props so that the browser can begin to draw. */
export function render(reasoning: string, wanted: { component: string; title: string; props: JsonObject }): Reply {
  return act(reasoning, 'render_component', wanted)
}
