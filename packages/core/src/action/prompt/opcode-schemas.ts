import type { JsonSchema } from '../../contracts/json.ts'

// Each call returns new objects, because hosts may modify schemas.
const text = () => ({ type: 'string' })
const flag = () => ({ type: 'boolean' })
const merge = () => ({ type: 'string', enum: ['HUMAN_GATED', 'APPEND', 'REPLACE'] })
const orNull = (schema: JsonSchema) => ({ anyOf: [schema, { type: 'null' }] })

/** Returns a schema of any JSON object. */
export const openObject = () => ({ type: 'object' })

/** Returns a schema of an object with exactly these properties, in this order. */
export function closedObject(properties: Record<string, JsonSchema>, required: readonly string[]) {
  return { type: 'object', properties, ...(required.length > 0 ? { required: [...required] } : {}), additionalProperties: false }
}

/** Returns a schema of the name of a tool, which is any string if there are no tools. */
export function toolName(tools: readonly { name: string }[]): JsonSchema {
  return tools.length === 0 ? text() : { type: 'string', enum: tools.map(({ name }) => name) }
}

/** Returns the schema of a step of a plan. Its arguments may be any object, because only the branch with wrong arguments fails. */
export function stepSchema(tools: readonly { name: string }[]) {
  return closedObject({ node: toolName(tools), args: openObject() }, ['node', 'args'])
}

/** Returns the schema of the arguments of `plan`. The node of a join may be missing or null. */
export function planArgs(tools: readonly { name: string }[]): JsonSchema {
  const join = closedObject({ node: orNull(toolName(tools)), args: openObject(), inject: openObject() }, [])
  return closedObject({ steps: { type: 'array', items: stepSchema(tools), minItems: 1 }, join }, ['steps'])
}

/** Returns the schema of the arguments of `task`. The mode may be missing, because `query` or `tool` implies it. */
export function taskArgs(tools: readonly { name: string }[]): JsonSchema {
  const properties = {
    name: text(),
    mode: { type: 'string', enum: ['subagent', 'job'] },
    query: text(),
    tool: toolName(tools),
    tool_args: openObject(),
    merge_strategy: merge(),
    group: text(),
    group_id: text(),
    group_sealed: flag(),
    group_report: { type: 'string', enum: ['all', 'any', 'none'] },
    group_merge_strategy: merge(),
    retain_turn: flag(),
    schedule: text(),
    time_zone: text(),
  }
  return closedObject(properties, [])
}

/** Returns the schema of the arguments of `final_response`. */
export function answerArgs(): JsonSchema {
  const source = { title: text(), url: text(), snippet: text(), relevance_score: { type: 'number', minimum: 0, maximum: 1 } }
  const action = { action_id: text(), label: text(), params: openObject() }
  const properties = {
    answer: { type: 'string', minLength: 1 },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    route: text(),
    requires_followup: flag(),
    warnings: { type: 'array', items: text() },
    sources: { type: 'array', items: { type: 'object', properties: source, required: ['title'] } },
    suggested_actions: { type: 'array', items: { type: 'object', properties: action, required: ['action_id', 'label'] } },
    language: text(),
    artifacts: openObject(),
    extra: openObject(),
  }
  return closedObject(properties, ['answer'])
}

/** Returns the schema of the five-field form as one flat object, which does not express which fields belong together. */
export function legacyAction(tools: readonly { name: string }[], plan: boolean): JsonSchema {
  const nothing = () => ({ type: 'null' })
  const step = { type: 'object', properties: { node: toolName(tools), args: openObject() }, required: ['node', 'args'] }
  const properties = {
    thought: text(),
    next_node: orNull(toolName(tools)),
    args: orNull(openObject()),
    plan: plan ? orNull({ type: 'array', items: step, minItems: 1 }) : nothing(),
    join: plan ? orNull(openObject()) : nothing(),
  }
  return closedObject(properties, Object.keys(properties))
}
