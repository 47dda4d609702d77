import type { AgentInput, JsonObject, JsonSchema } from '@pf/core'
import { isRecord, opcodeOf } from '@pf/core/internal'
import type { AgentTool } from '../tools/agent-tool.ts'
import { createSchemaCompiler, type SchemaCheck } from '../tools/schema-check.ts'
import { metaToolNames } from './meta-tools.ts'

type ClientTools = AgentInput['client_tools']

/** A longer schema is shown to the model but not compiled: a front end must not keep the server busy. */
const maxSchemaChars = 20_000
const maxTools = 64
const anything: SchemaCheck = { check: () => ({ ok: true }) }

/** The front end's tools that a run offers, and the names of those it cannot. */
export interface FrontEndTools {
  tools: AgentTool[]
  refused: string[]
}

/**
 * Makes tools of what a front end announced. A name that is taken, or means something to the planner, is refused; but a tool that asks the user
 * may be the front end's own: then it shows the question and answers the call.
 */
export function frontEndTools(given: ClientTools, taken: ReadonlyMap<string, AgentTool>): FrontEndTools {
  const tools = new Map<string, AgentTool>()
  const refused: string[] = []
  for (const tool of given) {
    const known = taken.get(tool.name)
    const own = known?.interactive === true && known.work.kind === 'meta'
    const free = own || (!known && opcodeOf(tool.name) === undefined && !metaToolNames.includes(tool.name))
    if (free && !tools.has(tool.name) && tools.size < maxTools && usable.test(tool.name)) tools.set(tool.name, own ? toQuestion(tool, known) : toTool(tool))
    else refused.push(tool.name.slice(0, 64))
  }
  return { tools: [...tools.values()], refused }
}

const usable = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/

/** Compiled when the model first calls it. */
function toTool({ name, description, parameters }: ClientTools[number]): AgentTool {
  let check: SchemaCheck | undefined
  const inputCheck: SchemaCheck = {
    check: (value) => {
      check ??= compile(parameters)
      return check.check(value)
    },
  }
  return { name, description, input: parameters, inputCheck, streamArgs: false, idempotent: true, timeoutMs: 30_000, work: { kind: 'client' } }
}

/** A question that the front end shows itself: what the model was listed of the tool holds, and nothing secret is asked in a form that is not ours. */
function toQuestion(tool: ClientTools[number], { input, description, inputCheck }: AgentTool): AgentTool {
  const check: SchemaCheck['check'] = (value) => {
    const field = isRecord(value) && Array.isArray(value.fields) ? value.fields.findIndex((each) => isRecord(each) && each.type === 'password') : -1
    if (field < 0) return inputCheck.check(value)
    const issue = { code: 'unsafe_value', pointer: `/fields/${field}/type`, expected: "another type: the front end's own form does not keep passwords apart" }
    return { ok: false, issues: [issue], errors: [] }
  }
  return { ...toTool(tool), input, description, interactive: true, inputCheck: { check } }
}

function compile(schema: JsonSchema): SchemaCheck {
  if (JSON.stringify(schema).length > maxSchemaChars) return anything
  try {
    return createSchemaCompiler({ defaults: false, allErrors: true })(withoutPatterns(schema) as JsonSchema)
  } catch {
    return anything
  }
}

/** The engine's own regular expressions can be made to run for ever; the front end, which wrote them, checks them itself. */
function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns)
  if (!isRecord(schema)) return schema
  const kept = Object.entries(schema).filter(([key, value]) => !(key === 'pattern' && typeof value === 'string') && key !== 'patternProperties')
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutPatterns(value)]))
}

/** The front end's tools as a context entry: the system prompt stays the same bytes for every run. */
export function toolsContext(tools: readonly AgentTool[]): { description: string; value: string }[] {
  // What the model knows already is listed once.
  const listed = tools.filter(({ interactive }) => !interactive)
  if (listed.length === 0) return []
  const list = listed.map(({ name, description, input }) => ({ name, description, input }) as unknown as JsonObject)
  return [{ description: "More tools of yours, which run in the user's front end: call them by next_node like the others.", value: JSON.stringify(list) }]
}
