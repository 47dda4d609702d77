import type { MessageFile, ToolContext } from '@pf/core'
import { readAll } from '../model-calls/attach-files.ts'
import type { ToolRun } from '../tools/tool-run.ts'

/** Returns the access of a tool to the files of the conversation. A tool reads only files that the user has sent in this conversation. */
export function toolFiles({ agent, scope, state }: Pick<ToolRun, 'agent' | 'scope' | 'state'>): ToolContext['files'] {
  const list = (): MessageFile[] => {
    const files = [...state.history, ...state.transcript, ...state.deferred_messages].flatMap((message) => message.files ?? [])
    return [...new Map(files.map((file) => [file.artifact_id ?? file, { ...file }])).values()]
  }
  return {
    list,
    read: async (artifact_id) => {
      if (!list().some((file) => file.artifact_id === artifact_id)) return undefined
      const found = await agent.ports.artifacts.get(scope, artifact_id)
      return found && readAll(found.body)
    },
  }
}
