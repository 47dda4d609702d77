import { isRecord } from '@pf/core'
import { type Handler, patchTurn, turnOfMessage } from '../model.ts'
import { list, name, number, object, optional, text } from '../read.ts'
import type { AssistantTurn, PendingState } from '../types.ts'

/** CUSTOM `pause`: the questions a run waits for. */
export const pause: Handler = (model, { fields }) => {
  const value = object(fields.value)
  for (const item of list(value.interactions)) {
    if (!isRecord(item)) continue
    const turn = turnOfMessage(model, name(item.message_id))
    const asked = readPending(item, turn)
    if (asked && !turn.pending.some((known) => known.id === asked.id)) patchTurn(model, turn, { pending: [...turn.pending, asked] })
  }
}

/** The interrupts of a RUN_FINISHED, in the shape of a pause. */
export function pendingOf(interrupts: unknown, turn: AssistantTurn): PendingState[] {
  return list(interrupts).flatMap((item) => {
    if (!isRecord(item)) return []
    const metadata = object(item.metadata)
    const asked = readPending({ ...metadata, id: item.id, tool_call_id: item.toolCallId, result_schema: item.responseSchema }, turn)
    return asked ? [asked] : []
  })
}

function readPending(item: Record<string, unknown>, turn: AssistantTurn): PendingState | undefined {
  const id = name(item.id)
  if (id === undefined) return undefined
  const tool_call_id = text(item.tool_call_id)
  const component = text(item.component)
  return {
    id,
    tool_call_id,
    tool_name: turn.toolCalls.find((call) => call.id === tool_call_id)?.name ?? (component ? `ui_${component}` : ''),
    component,
    props: object(item.props),
    message_id: name(item.message_id) ?? turn.id,
    result_schema: isRecord(item.result_schema) ? item.result_schema : true,
    ...optional('deadline', number(item.deadline)),
  }
}
