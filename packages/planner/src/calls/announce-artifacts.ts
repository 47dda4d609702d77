import type { Collected } from '@pf/artifacts'
import type { ToolCall } from '../tools/agent-tool.ts'

/** Emits events for stored artifacts and reached limits, and keeps the records for the next step commit. */
export function announceArtifacts({ run, step }: ToolCall, tool: string, collected: Collected): void {
  for (const meta of collected.stored) {
    run.segment.storedArtifacts.push(meta)
    const { artifact_id, media_type, bytes, sha256 } = meta
    run.emit({ type: 'artifact_stored', step, artifact_id, media_type, bytes, sha256, source_tool: tool })
  }
  for (const { code, text } of collected.warnings) {
    run.state.warnings.push(text)
    run.emit({ type: 'warning', step, code, text })
  }
}
