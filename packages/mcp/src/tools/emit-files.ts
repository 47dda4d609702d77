import type { ToolContext } from '@pf/core'
import type { McpFile } from './read-content.ts'

/** Gives files beside a structured result to the user; the model sees the structured part only. */
export function emitFiles(files: readonly McpFile[], context: ToolContext): void {
  for (const [index, file] of files.entries())
    context.emitArtifact({ stream_id: `file-${index + 1}`, chunk: { ...file }, done: true, mode: 'replace', artifact_type: 'file' })
}
