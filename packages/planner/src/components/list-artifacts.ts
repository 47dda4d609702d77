import type { JsonObject, JsonValue } from '@pf/core'
import type { MetaResult, ToolCall } from '../tools/agent-tool.ts'

const maxListed = 50

/** Lists what the tools of this run produced and props may reference: refs, kinds and sizes, never content. */
export function listArtifacts(args: Record<string, unknown>, { run }: ToolCall): MetaResult {
  const all = run.segment.collector.list().filter((entry) => matches(args.kind, entry.kind) && matches(args.source_tool, entry.source_tool))
  const artifacts = JSON.parse(JSON.stringify(all.slice(0, maxListed))) as JsonValue
  const more: JsonObject = all.length > maxListed ? { more: all.length - maxListed } : {}
  return { ok: true, observation: { artifacts, ...more } }
}

const matches = (wanted: unknown, value: string) => typeof wanted !== 'string' || wanted === '' || wanted === value
