import type { JsonObject, JsonValue } from '@pf/core'
import type { ModelMessage, ModelTool } from '../../model/model.ts'
import type { CallReport, PlannedRun } from '../../state/planned-run.ts'
import { clampJson } from '../../util/clamp-json.ts'

/** The name of the planning function. */
export const planningName = '__planning__'

/** Returns the function that the planning call offers, built from the names of the tools. The same tools give the same text. */
export function planningTool(toolNames: readonly string[]): ModelTool {
  const call = {
    type: 'object',
    properties: {
      tool_name: { type: 'string', enum: [...toolNames] },
      arguments: { type: 'object', description: 'Arguments by the schema of the tool; any value may be a reference such as "$0.output.id".' },
    },
    required: ['tool_name', 'arguments'],
  }
  return {
    name: planningName,
    description: 'Say how the request is to be answered: directly, or with tool calls that run one after the other.',
    parameters: {
      type: 'object',
      properties: {
        type: { type: 'string', enum: ['direct_response', 'tool_calls'] },
        content: { type: 'string', description: 'For direct_response: the whole answer to the user.' },
        reasoning: { type: 'string', description: 'For tool_calls: why these calls, in a sentence or two.' },
        calls: { type: 'array', description: 'For tool_calls: the calls in the order in which they run.', items: call },
      },
      required: ['type'],
    },
  }
}

/** The instruction of the planning call. It is always the same text. */
export const planningMessage: ModelMessage = {
  role: 'user',
  content: `[planner] Plan now. Call ${planningName}, or reply with its arguments as one JSON object, and nothing else:
{"type": "direct_response", "content": "the whole answer"} when no tool is needed, or
{"type": "tool_calls", "reasoning": "why", "calls": [{"tool_name": "…", "arguments": {…}}]}.
You plan once. Calls run in order and the first failure ends them. A value that is exactly "$N.output.path" stands for that part of the output of call N, counted from 0; N must be an earlier call, and the path one that the tool lists. Write "$$0.output.x" for a text that only looks like that.`,
}

const respondInstruction = `[planner] The plan is done and no tool can be called any more. Answer the user now from the results above, in the user's language. Say what worked and what did not. Reply with one JSON object: {"next_node": "final_response", "args": {"answer": "…"}}.`

/** Returns the message of the responding call after the conversation: the plan, the result of each of its calls, and the instruction. */
export function respondMessage(planned: PlannedRun, reports: readonly CallReport[], maxChars: number): ModelMessage {
  const { reasoning, errors } = planned
  const result: JsonObject = {
    ...(reasoning === '' ? {} : { reasoning: reasoning.slice(0, 2_000).toWellFormed() }),
    ...(errors.length === 0 ? {} : { plan_errors: JSON.parse(JSON.stringify(errors.slice(0, 50))) as JsonValue, executed: false }),
    calls: reports.map(toJsonReport),
  }
  return { role: 'user', content: `${JSON.stringify({ plan: clampJson(result, maxChars).value })}\n${respondInstruction}` }
}

function toJsonReport({ tool_call_id: _, ...report }: CallReport, index: number): JsonValue {
  return { call: index, ...report }
}
