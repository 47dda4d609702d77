import type { JsonObject, JsonValue, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { type Policy, toText } from '@pf/registry'
import { counters } from '../telemetry/counters.ts'
import type { MetaResult, ToolCall } from '../tools/agent-tool.ts'
import type { ShownComponent } from '../tools/shown-components.ts'
import { prepareComponent, registryOf } from './prepare-component.ts'

/** Arguments of render_component, validated by its input schema. */
interface RenderArgs {
  component: string
  props: JsonObject
  id?: string
  title?: string
  metadata?: JsonObject
}

const maxMetadataChars = 2_000

/**
 * Shows a component: resolves its references, validates it, and emits one complete chunk whose `source_tool` is `tool`. The model receives a
 * summary or the issues, never the props.
 */
export function renderComponent(given: Record<string, unknown>, call: ToolCall, tool = 'render_component'): MetaResult {
  const args = given as unknown as RenderArgs
  const { run } = call
  const id = args.id ?? call.toolCallId
  const key = JSON.stringify([args.component, args.id ?? null, args.title ?? null, args.props])
  const repeated = run.segment.components.last
  if (repeated?.key === key && repeated.step === call.step - 1) return duplicate(call, { args, id: repeated.id, key })
  const prepared = prepareComponent(run, { component: args.component, props: args.props, writtenBytes: call.writtenBytes })
  if (!prepared.ok) return refuse(call, args.component, prepared.issues)
  const hidden = call.hidden || prepared.hidden ? true : undefined
  const shown = run.segment.components.put({
    id,
    component: args.component,
    props: prepared.props,
    ...(hidden ? { hidden } : run.agent.provenance === 'off' ? {} : { written: args.props }),
  })
  run.segment.components.last = { key, id, step: call.step }
  emitChunk(call, tool, { ...args, id, props: prepared.props })
  counters.component({ component: args.component, bytes: call.writtenBytes, verdict: 'ok', policy: run.agent.rich?.policy })
  return { ok: true, observation: { ok: true, id, component: args.component, summary: summaryOf(shown, run.agent.rich?.policy) } }
}

/**
 * Handles a repeated request. Weak models render the same component again and again; a second request in a row costs nothing, shows nothing
 * and counts as a step without progress.
 */
function duplicate(call: ToolCall, { args, id, key }: { args: RenderArgs; id: string; key: string }): MetaResult {
  const shown = call.run.segment.components.get(id)
  call.run.segment.components.last = { key, id, step: call.step }
  counters.component({ component: args.component, bytes: call.writtenBytes, verdict: 'duplicate', policy: call.run.agent.rich?.policy })
  const summary = shown ? summaryOf(shown, call.run.agent.rich?.policy) : ''
  return { ok: true, observation: { ok: true, id, component: args.component, summary, skipped: 'duplicate' }, repeated: true }
}

/** Makes the client replace its preview by a card, and returns the issues to the model. */
export function refuse({ run, step, toolCallId, writtenBytes, hidden }: ToolCall, component: string, issues: ValidationIssue[]): MetaResult {
  const errors = issues.slice(0, 20).map(({ received, suggestion, ...issue }) => ({
    ...issue,
    // Both values may quote the given props.
    ...(hidden || received === undefined ? {} : { received }),
    ...(hidden || suggestion === undefined ? {} : { suggestion }),
  }))
  run.emit({ type: 'artifact_rejected', step, tool_call_id: toolCallId, errors })
  counters.component({ component, bytes: writtenBytes, verdict: 'rejected', policy: run.agent.rich?.policy })
  return { ok: false, observation: { ok: false, issues: errors as unknown as JsonValue }, code: errors[0]?.code ?? 'schema_invalid' }
}

/** Returns at most 200 characters about the shown component. If it contains values that the model may not see, only its name is mentioned. */
export function summaryOf({ component, props, hidden }: Omit<ShownComponent, 'id' | 'version'>, policy: Policy | undefined): string {
  if (hidden) return `${component}, with data that only the user sees`
  return toText(component, props, { short: true, ...(policy ? { policy } : {}) })
    .slice(0, 200)
    .toWellFormed()
}

function emitChunk({ run, step, toolCallId }: ToolCall, source_tool: string, { id, component, props, title, metadata }: RenderArgs & { id: string }) {
  run.emit({
    type: 'artifact_chunk',
    step,
    stream_id: id,
    chunk: { id, component, props, ...(title === undefined ? {} : { title }) },
    done: true,
    mode: 'replace',
    artifact_type: 'ui_component',
    tool_call_id: toolCallId,
    meta: { ...smallMetadata(metadata), message_id: run.messageId, registry_version: registryOf(run.agent.rich?.policy).version, source_tool },
  })
}

function smallMetadata(metadata: JsonObject | undefined): JsonObject {
  if (!isRecord(metadata) || JSON.stringify(metadata).length > maxMetadataChars) return {}
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => name !== '__proto__'))
}
