import type { ModelTool } from '../../model/model.ts'

/** The name of the planning function. */
export const planningName = '__planning__'

/** The function that the planning call offers, built from the names of the tools. The same tools give the same text. */
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
