import type { JsonObject } from '@pf/core'
import { isRecord, parseJson } from '@pf/core/internal'
import { dropPreview, rejectPreview } from '../model/component-previews.ts'
import { interactiveTools } from '../model/interactive-tools.ts'
import { currentTurn, type Handler, type Model, patchTurn, putCall, withPart } from '../model/model.ts'
import { createPreview } from '../model/preview.ts'
import { findQuestion, resolveQuestion } from '../model/questions.ts'
import { contentText, name, object, omitUndefined, text } from '../model/read.ts'
import { readIssues } from '../model/read-issues.ts'
import type { AssistantTurn, ToolCallState, ToolCallStatus } from '../model/types.ts'

const find = (turn: AssistantTurn, id: string) => turn.toolCalls.findLast((call) => call.id === id)

/** The tool whose arguments name a component, which is previewed while they arrive. */
const RENDER = 'render_component'

export const toolStart: Handler = (model, { fields, ts }) => {
  const id = name(fields.toolCallId)
  if (id === undefined) return
  const turn = currentTurn(model)
  const known = find(turn, id)
  const call = known ?? { id, name: text(fields.toolCallName), args: '', status: 'streaming', started: ts }
  const now = putCall(model, turn, { ...call, ...omitUndefined({ parent_id: name(fields.parentMessageId) }) })
  if (known) return
  model.previews.delete(id)
  if (previewOf(model, call)) patchTurn(model, now, { parts: withPart(now.parts, 'component', id) })
}

export const toolArgs: Handler = (model, { fields }) => {
  const turn = currentTurn(model)
  const call = find(turn, text(fields.toolCallId))
  if (call?.status !== 'streaming') return
  const delta = text(fields.delta)
  putCall(model, turn, { ...call, args: call.args + delta })
  previewOf(model, call)?.feed(delta)
}

/** Returns the parser of a call that is shown. After a restore it is created again from the arguments stored in the call. */
function previewOf(model: Model, { id, name: tool, args }: ToolCallState) {
  const known = model.previews.get(id)
  const component = interactiveTools.get(tool)
  if (known || (tool !== RENDER && component === undefined)) return known
  const made = createPreview(model.rules, { onChange: model.notify, component })
  if (args !== '') made.feed(args)
  model.previews.set(id, made)
  return made
}

export const toolEnd: Handler = (model, { fields }) => {
  const turn = currentTurn(model)
  const call = find(turn, text(fields.toolCallId))
  if (call?.status === 'streaming') putCall(model, turn, { ...call, status: 'running' })
}

/** A chunk without an id continues the open call. A chunk that names a tool starts a call. */
export const toolChunk: Handler = (model, event) => {
  const open = currentTurn(model).toolCalls.findLast((call) => call.status === 'streaming')
  const fields = { ...event.fields, toolCallId: name(event.fields.toolCallId) ?? open?.id }
  if (name(fields.toolCallId) !== undefined && !find(currentTurn(model), text(fields.toolCallId))) toolStart(model, { ...event, fields })
  toolArgs(model, { ...event, fields })
}

export const toolResult: Handler = (model, { fields, ts }) => {
  const id = text(fields.toolCallId)
  const current = currentTurn(model)
  // The result of a question may arrive in a later turn than the one that asked it.
  const turn = find(current, id) ? current : (findQuestion(model, (question) => question.tool_call_id === id)?.turn ?? current)
  const call = find(turn, id)
  if (!call) return
  const content = contentText(fields.content)
  const { status, code } = readStatus(fields, content)
  const ms = call.started === undefined ? undefined : Math.max(0, ts - call.started)
  putCall(model, turn, { ...call, status, result: content, ...omitUndefined({ ms, code }) })
  if (call.name === RENDER) resolvePreview(model, call.id, content, status)
  // A question that was not asked will be asked again or not at all, so its preview is removed without a card.
  if (interactiveTools.has(call.name) && status !== 'ok') dropPreview(model, call.id)
  if (status === 'ok') resolveQuestion(model, call.id, { content, ts })
}

function resolvePreview(model: Model, id: string, content: string, status: ToolCallStatus) {
  if (status === 'error') rejectPreview(model, id, readIssues(parsed(content)?.issues))
  if (status === 'withdrawn' || status === 'skipped') dropPreview(model, id)
}

/** Parses the result as an object. */
function parsed(content: string): JsonObject | undefined {
  const value = content.startsWith('{') && content.length <= 1_000_000 ? parseJson(content) : undefined
  return isRecord(value) ? object(value) : undefined
}

const statuses = new Map<string, ToolCallStatus>([
  ['ok', 'ok'],
  ['error', 'error'],
  ['skipped', 'skipped'],
  ['unknown', 'error'],
])

/** Returns the status of a result. The protocol has no field for it: it is in the metadata, or the content is an object that contains it. */
function readStatus(fields: Record<string, unknown>, content: string): { status: ToolCallStatus; code?: string } {
  const metadata = object(object(fields.metadata).pf)
  const parsedContent = parsed(content)
  const code = name(metadata.code) ?? name(parsedContent?.code) ?? name(object(parsedContent?.error).code)
  if (code === 'withdrawn') return { status: 'withdrawn', code }
  if (parsedContent?.skipped === 'duplicate') return { status: 'skipped' }
  const status = statuses.get(text(metadata.status) || text(parsedContent?.status))
  const failed =
    name(fields.error) !== undefined ||
    parsedContent?.ok === false ||
    (parsedContent !== undefined && Object.hasOwn(parsedContent, 'error') && parsedContent.error !== null)
  return omitUndefined({ status: status ?? (failed ? 'error' : 'ok'), code })
}
