import type { JsonObject, JsonValue, ValidationIssue } from '@pf/core'
import { applyPatch } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { counters } from '../telemetry/counters.ts'
import type { MetaResult, ToolCall } from '../tools/agent-tool.ts'
import { prepareComponent } from './prepare-component.ts'
import { refuse, summaryOf } from './render-component.ts'

/** The allowed operations. `copy` and `move` are excluded because a small patch could create a very large document. */
const allowed = new Set(['add', 'replace', 'remove', 'test'])

/** Patches the props of a component that was shown in this turn. The result is validated as a whole before anything is sent. */
export function updateComponent(given: Record<string, unknown>, asked: ToolCall): MetaResult {
  const { id, patch } = given as { id: string; patch: JsonObject[] }
  const { run } = asked
  const shown = run.segment.components.get(id)
  const call: ToolCall = { ...asked, ...(shown?.hidden ? { hidden: true } : {}) }
  if (!shown) return refuse(call, 'unknown', [{ code: 'unknown_component', pointer: '/id', expected: 'the id of a component shown in this turn' }])
  const issues = patch.flatMap(operationIssue)
  if (issues.length > 0) return refuse(call, shown.component, issues)
  const patched = applyPatch(shown.props, patch)
  if (!patched.ok) return refuse(call, shown.component, [{ ...patched.error, pointer: `/patch${patched.error.pointer}` }])
  const prepared = prepareComponent(run, { component: shown.component, props: patched.value, writtenBytes: call.writtenBytes, shown: shown.props })
  if (!prepared.ok) return refuse(call, shown.component, prepared.issues)
  const hidden = call.hidden || prepared.hidden ? ({ hidden: true } as const) : {}
  const written = asked.hidden || prepared.hidden ? undefined : patchWritten(shown.written, patch)
  const updated = run.segment.components.put({ id, component: shown.component, props: prepared.props, ...(written ? { written } : {}), ...hidden })
  run.segment.components.last = undefined
  run.emit({
    type: 'artifact_update',
    step: call.step,
    id,
    message_id: run.messageId,
    patch: wirePatch(patch, prepared.props, patched.value),
    version: updated.version,
  })
  counters.component({ component: shown.component, bytes: call.writtenBytes, verdict: 'ok', policy: run.agent.rich?.policy })
  return { ok: true, observation: { ok: true, id, component: shown.component, summary: summaryOf(updated, run.agent.rich?.policy) } }
}

/** Applies a patch to the props as the model wrote them; undefined if it changes data that they only refer to. */
function patchWritten(written: JsonObject | undefined, patch: JsonObject[]): JsonObject | undefined {
  const patched = written && applyPatch(written, patch)
  return patched?.ok && isRecord(patched.value) ? (patched.value as JsonObject) : undefined
}

function operationIssue(operation: unknown, index: number): ValidationIssue[] {
  const op = isRecord(operation) && Object.hasOwn(operation, 'op') ? operation.op : undefined
  if (typeof op === 'string' && allowed.has(op)) return []
  return [{ code: 'invalid_input', pointer: `/patch/${index}/op`, expected: `one of ${[...allowed].join(', ')}`, received: String(op).slice(0, 40) }]
}

/** Returns a patch for the log, relative to {id, component, props, title}. If validation or a data reference changed the props, all of them are sent. */
function wirePatch(patch: JsonObject[], shown: JsonObject, asked: JsonValue): JsonObject[] {
  if (JSON.stringify(shown) !== JSON.stringify(asked)) return [{ op: 'replace', path: '/props', value: shown }]
  return patch.map((operation) => ({ ...operation, path: `/props${String(operation.path)}` }))
}
