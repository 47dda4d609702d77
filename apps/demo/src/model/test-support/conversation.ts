import type { Conversation, ToolResult } from '@pf/testing'

/** Creates a conversation in the form that the model server passes to a story. */
export function conversation(lastUser: string, more: Partial<Conversation> & { toolResults?: readonly ToolResult[] } = {}): Conversation {
  const toolResults = more.toolResults ?? []
  return {
    messages: [],
    system: 'Tools: run_query, render_component.',
    lastUser,
    earlierUsers: [],
    notes: [],
    step: toolResults.length + 1,
    attempt: 1,
    model: 'scripted',
    request: {},
    ...more,
    toolResults,
  }
}
