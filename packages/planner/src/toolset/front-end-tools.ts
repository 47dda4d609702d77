import type { AgentInput, JsonObject, JsonSchema } from '@pf/core'
import { isRecord, opcodeOf, schemaFault } from '@pf/core/internal'
import type { AgentTool } from '../tools/agent-tool.ts'
import { compileCheck, type SchemaCheck } from '../tools/schema-check.ts'
import { thrownMessage } from '../util/thrown-message.ts'
import { metaToolNames } from './meta-tools.ts'

type ClientTools = AgentInput['client_tools']

const maxTools = 64

/** A front-end tool that is not offered. The reason completes the sentence "… is not offered: …", and is the same for tools with the same fault. */
export interface RefusedTool {
  name: string
  reason: string
}

/** The front-end tools that a run offers, and those that it does not. */
export interface FrontEndTools {
  tools: AgentTool[]
  refused: RefusedTool[]
}

/**
 * Creates tools from the announcements of a front end. A tool is refused if its name is already used or reserved by the planner, or if its
 * schema cannot be checked in bounded time. A tool that asks the user may be provided by the front end, which then shows the question and
 * answers the call.
 */
export function frontEndTools(given: ClientTools, taken: ReadonlyMap<string, AgentTool>): FrontEndTools {
  const tools = new Map<string, AgentTool>()
  const refused: RefusedTool[] = []
  for (const tool of given) {
    const known = taken.get(tool.name)
    const own = known?.interactive === true && known.work.kind === 'meta'
    const reason = nameFault(tool.name, tools) ?? (own ? undefined : isForeign(tool.name, known) ? isTaken : parametersFault(tool))
    if (reason === undefined) tools.set(tool.name, own ? toQuestion(tool, known) : toTool(tool))
    else refused.push({ name: tool.name.slice(0, 64), reason })
  }
  return { tools: [...tools.values()], refused }
}

const usable = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/
const isTaken = 'the name is taken'

const isForeign = (name: string, known: AgentTool | undefined) => known !== undefined || opcodeOf(name) !== undefined || metaToolNames.includes(name)

function nameFault(name: string, tools: ReadonlyMap<string, AgentTool>): string | undefined {
  if (!usable.test(name)) return 'the name is not valid'
  if (tools.has(name)) return isTaken
  return tools.size < maxTools ? undefined : `at most ${maxTools} tools are offered`
}

/** Caches schema faults. Reading a schema takes about as long as parsing it, and a run checks its tools several times. */
const schemaFaults = new WeakMap<object, string | false>()

function parametersFault({ parameters }: ClientTools[number]): string | undefined {
  if (!isRecord(parameters)) return undefined
  const fault = schemaFaults.get(parameters) ?? schemaFault(parameters) ?? false
  schemaFaults.set(parameters, fault)
  return fault === false ? undefined : `the schema of the parameters is not valid because ${fault}`
}

/** Creates a tool whose schema is compiled when the model first calls it. */
function toTool({ name, description, parameters }: ClientTools[number]): AgentTool {
  let check: SchemaCheck | undefined
  const inputCheck: SchemaCheck = {
    check: (value) => {
      check ??= checkOrRefusal(parameters)
      return check.check(value)
    },
  }
  return { name, description, input: parameters, inputCheck, streamArgs: false, idempotent: true, timeoutMs: 30_000, work: { kind: 'client' } }
}

/** Returns a check. A schema that can be read but does not compile accepts nothing, and the model is informed that the tool cannot be called. */
function checkOrRefusal(parameters: JsonSchema): SchemaCheck {
  try {
    return compileCheck(parameters, { allErrors: true })
  } catch (error) {
    const expected = `no call of this tool, because its schema is not valid: ${thrownMessage(error)}`
    return { check: () => ({ ok: false, issues: [{ code: 'schema_refused', pointer: '', expected }], errors: [] }) }
  }
}

/**
 * Returns the tool of a question that the front end shows itself. The description given to the model applies. Secrets cannot be requested,
 * because the form does not belong to this library.
 */
function toQuestion(tool: ClientTools[number], { input, description, inputCheck }: AgentTool): AgentTool {
  const check: SchemaCheck['check'] = (value) => {
    const field = isRecord(value) && Array.isArray(value.fields) ? value.fields.findIndex((each) => isRecord(each) && each.type === 'password') : -1
    if (field < 0) return inputCheck.check(value)
    const issue = { code: 'unsafe_value', pointer: `/fields/${field}/type`, expected: 'another type: the form of the front end does not protect passwords' }
    return { ok: false, issues: [issue], errors: [] }
  }
  return { ...toTool(tool), input, description, interactive: true, inputCheck: { check } }
}

/** Returns the front-end tools as a context entry, so that the system prompt is the same for every run. */
export function toolsContext(tools: readonly AgentTool[]): { description: string; value: string }[] {
  // Tools that the model already knows are not listed again.
  const listed = tools.filter(({ interactive }) => !interactive)
  if (listed.length === 0) return []
  const list = listed.map(({ name, description, input }) => ({ name, description, input }) as unknown as JsonObject)
  return [{ description: "More tools of yours, which run in the user's front end: call them by next_node like the others.", value: JSON.stringify(list) }]
}
