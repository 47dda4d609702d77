/** Names of artifact streams in a log. */
export interface StreamNames {
  /** The name itself for the first call that uses it, `name#2`, `name#3` for later ones, as with payload keys. */
  nameFor(stream_id: string, tool_call_id: string): string
}

/** Creates the names of one run: a tool's stream id is its own, and two calls may use the same one. */
export function createStreamNames(): StreamNames {
  const users = new Map<string, string[]>()
  return {
    nameFor: (stream_id, tool_call_id) => {
      const calls = users.get(stream_id) ?? []
      if (!calls.includes(tool_call_id)) users.set(stream_id, [...calls, tool_call_id])
      const position = (users.get(stream_id) ?? []).indexOf(tool_call_id)
      return position === 0 ? stream_id : `${stream_id}#${position + 1}`
    },
  }
}
