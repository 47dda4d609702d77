import type { JsonObject, JsonSchema, JsonValue, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { type ComponentEntry, describeComponent, listComponents, type MetaTool, metaTools, type Policy, searchComponents } from '@pf/registry'
import { refuse, renderComponent } from '../components/render-component.ts'
import { typedInput } from '../components/typed-input.ts'
import { updateComponent } from '../components/update-component.ts'
import { prepareQuestion } from '../questions/prepare-question.ts'
import { questionOpen, waitingCall } from '../questions/question-outcome.ts'
import { counters } from '../telemetry/counters.ts'
import type { AgentTool, MetaResult, MetaWork, ToolCall } from '../tools/agent-tool.ts'
import { compileMetaTool } from '../tools/compile-tool.ts'

type Works = Record<string, Omit<MetaWork, 'kind'>>

/** Names that are reserved for meta-tools. Host tools cannot use them if rich output is enabled. */
export const metaToolNames: readonly string[] = [
  'render_component',
  'update_component',
  'describe_component',
  'search_components',
  'list_artifacts',
  'ui_form',
  'ui_confirm',
  'ui_select_option',
]

/**
 * Creates the tools through which a model shows components and asks the user, under a policy. `typed` lists enabled passive components that
 * also get their own tool render_NAME, whose arguments are the props; true stands for all of them.
 */
export function createMetaTools(policy: Policy, typed: boolean | readonly string[] = false): AgentTool[] {
  const entries = listComponents(policy, { interactive: false }).filter(({ name }) => (typeof typed === 'boolean' ? typed : typed.includes(name)))
  return [...generalTools(policy), ...entries.filter(({ name }) => !metaToolNames.includes(toolOf(name))).map(compileTyped)]
}

const toolOf = (component: string) => `render_${component}`

/** Compiles a typed tool. Weak models handle typed arguments better than a name with props. */
function compileTyped({ name, description, propsSchema }: ComponentEntry): AgentTool {
  const show: MetaWork['answer'] = (props, call) => renderComponent({ component: name, props: props as JsonObject }, call, toolOf(name))
  return compileMetaTool({
    name: toolOf(name),
    description: `Shows ${name}: ${description.split('\n')[0] ?? ''} Answers {ok, id, summary} or {ok: false, issues}.`,
    input: typedInput(propsSchema),
    checked: { type: 'object' },
    work: { answer: loaded(show), ownRepeats: true },
  })
}

function generalTools(policy: Policy): AgentTool[] {
  const works: Works = {
    render_component: { answer: loaded(renderComponent), refuse: refuseShown, ownRepeats: true },
    update_component: { answer: loaded(updateComponent), refuse: refuseShown },
    describe_component: { answer: ({ name }) => ({ ok: true, observation: { description: describeComponent(String(name), { policy }) } }) },
    search_components: {
      answer: ({ query }) => ({ ok: true, observation: { components: searchComponents(String(query), { policy }).map((hit) => ({ ...hit })) } }),
    },
    list_artifacts: { answer: listArtifacts },
  }
  return metaTools(policy).flatMap((tool) => {
    if (tool.component !== undefined) return [compileQuestion(tool, tool.component)]
    return Object.hasOwn(works, tool.name) ? [compile(tool, works)] : []
  })
}

/** Compiles the tool of a question. Only the registry validates its props, because its issues are more specific than those of a schema. */
function compileQuestion({ name, description, input }: MetaTool, component: string): AgentTool {
  return compileMetaTool({ name, description, input, checked: { type: 'object' }, streamArgs: true, interactive: true, work: { answer: askUser(component) } })
}

/** Loads the artifacts to which the arguments refer, because a run that continues elsewhere has them only in the store. */
function loaded(answer: MetaWork['answer']): MetaWork['answer'] {
  return async (args, call) => {
    await call.run.segment.collector.prepare(args)
    return answer(args, call)
  }
}

function compile(tool: MetaTool, works: Works): AgentTool {
  const { name, description, input } = tool
  const work = works[name]
  if (!work) throw new TypeError(`The planner does not execute ${name}.`)
  return compileMetaTool({ name, description, input, checked: withoutEnums(input), streamArgs: name === 'render_component', work })
}

/** Removes enums of names from the schema that validates arguments. The registry handles a wrong name, because it knows similar and disabled ones. */
function withoutEnums(input: JsonSchema): JsonSchema {
  if (!isRecord(input) || !isRecord(input.properties)) return input
  const properties = Object.entries(input.properties).map(([key, property]) => {
    if (!isRecord(property)) return [key, property]
    const { enum: _, ...rest } = property
    return [key, rest]
  })
  return { ...input, properties: Object.fromEntries(properties) }
}

const refuseShown = (issues: ValidationIssue[], call: ToolCall) => ({ ...refuse(call, 'unknown', issues), code: 'tool_input_invalid' })

const maxListed = 50

/** Lists the artifacts of this run that props may reference: refs, kinds and sizes, never content. */
function listArtifacts(args: Record<string, unknown>, { run }: ToolCall): MetaResult {
  const all = run.segment.collector.list().filter((entry) => matches(args.kind, entry.kind) && matches(args.source_tool, entry.source_tool))
  const artifacts = JSON.parse(JSON.stringify(all.slice(0, maxListed))) as JsonValue
  const more: JsonObject = all.length > maxListed ? { more: all.length - maxListed } : {}
  return { ok: true, observation: { artifacts, ...more } }
}

const matches = (wanted: unknown, value: string) => typeof wanted !== 'string' || wanted === '' || wanted === value

/** Returns the implementation of the ui_* tool of a component. The arguments of the model are the props; the answer of the user is the result of the call. */
function askUser(component: string): (props: Record<string, unknown>, call: ToolCall) => Promise<MetaResult> {
  return async (props, call) => {
    const { run, toolCallId, writtenBytes } = call
    if (run.segment.pause.claim) return questionOpenResult()
    const prepared = await prepareQuestion(call, { component, props, writtenBytes, toolCallId })
    if (!prepared.ok) return refuse(call, component, prepared.issues)
    const since = run.agent.now()
    if (!run.segment.pause.take({ by: 'model', call: waitingCall(`ui_${component}`, call), asked: prepared.asked, questions: [], since }))
      return questionOpenResult()
    counters.component({ component, bytes: writtenBytes, verdict: 'ok', policy: run.agent.rich?.policy })
    return { ok: true, observation: {}, paused: true }
  }
}

function questionOpenResult(): MetaResult {
  const { observation, code = '' } = questionOpen()
  return { ok: false, observation: observation as MetaResult['observation'], code }
}
