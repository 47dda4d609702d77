import { toJson } from '@pf/artifacts'
import type { JsonObject, JsonValue, MessageFile, PlannerAction } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ModelMessage } from '../model/model.ts'
import type { AfterModelVerdict, HookQuestion, HookStage, HookStop, ModelParameters } from './hook-types.ts'

type Replaced<Change> = { verdict: 'replace'; reason: string } & Change
type Pass = { verdict: 'pass' }
type Pause = { verdict: 'pause'; reason: string; question: HookQuestion; timeoutMs?: number }

/** The verdicts of each stage after validation. */
export interface Verdicts {
  beforeModel: Pass | Replaced<{ messages?: ModelMessage[]; parameters: ModelParameters }> | HookStop
  afterModel: Pass | Replaced<{ text: string }> | HookStop
  beforeTool: Pass | Replaced<{ args: JsonObject }> | { verdict: 'refuse'; reason: string } | HookStop | Pause
  afterTool: Pass | Replaced<{ observation: JsonValue }> | HookStop | Pause
  onAnswerDelta: Pass | Replaced<{ text: string }> | HookStop
}

type Given = Record<string, unknown>
type Change<Stage extends HookStage> = Extract<Verdicts[Stage], { verdict: 'replace' }> extends infer R ? Omit<R & object, 'verdict' | 'reason'> : never
type Reader<Stage extends HookStage> = (given: Given) => Change<Stage> | undefined

const replaced: { [Stage in HookStage]: Reader<Stage> } = {
  beforeModel: readRequest,
  afterModel: readOutput,
  beforeTool: ({ args }) => {
    const json = toJson(args)
    return isRecord(json) ? { args: json as JsonObject } : undefined
  },
  afterTool: ({ observation }) => (observation === undefined ? undefined : { observation: toJson(observation) }),
  onAnswerDelta: ({ text }) => (typeof text === 'string' ? { text: text.toWellFormed() } : undefined),
}

const askable: ReadonlySet<HookStage> = new Set(['beforeTool', 'afterTool'])

/** Reads the return value of a hook as a verdict of its stage; undefined for an invalid one. Reads each member once. May throw for hostile values. */
export function readVerdict<Stage extends HookStage>(stage: Stage, given: unknown): Verdicts[Stage] | undefined {
  if (given === undefined || given === null) return { verdict: 'pass' } as Verdicts[Stage]
  if (!isRecord(given)) return undefined
  const { verdict } = given
  const reason = oneLine(given.reason)
  if (verdict === 'pass') return { verdict } as Verdicts[Stage]
  if (verdict === 'stop') return { verdict, reason, ...messageOf(given.message) } as Verdicts[Stage]
  if (verdict === 'refuse') return stage === 'beforeTool' ? ({ verdict, reason } as Verdicts[Stage]) : undefined
  if (verdict === 'pause') return askable.has(stage) ? (readPause(given, reason) as Verdicts[Stage] | undefined) : undefined
  const change = verdict === 'replace' ? replaced[stage](given) : undefined
  return change && ({ verdict, reason, ...change } as unknown as Verdicts[Stage])
}

/** Shortens a reason to one line of bounded length for logs. */
export function oneLine(reason: unknown): string {
  const text = typeof reason === 'string' ? reason.replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed() : ''
  return text === '' ? 'no reason given' : text
}

const messageOf = (message: unknown) => (typeof message === 'string' && message.trim() !== '' ? { message: message.toWellFormed() } : {})

function readPause({ question, timeoutMs }: Given, reason: string): Pause | undefined {
  if (!isRecord(question) || typeof question.message !== 'string') return undefined
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0)) return undefined
  return { verdict: 'pause', reason, question: toJson(question) as unknown as HookQuestion, ...(timeoutMs === undefined ? {} : { timeoutMs }) }
}

function readRequest({ messages, parameters }: Given): Change<'beforeModel'> | undefined {
  const read = messages === undefined ? [] : readMessages(messages)
  const limits = readParameters(parameters)
  if (!read || !limits || (messages === undefined && parameters === undefined)) return undefined
  return { parameters: limits, ...(messages === undefined ? {} : { messages: read }) }
}

const roles: readonly unknown[] = ['system', 'user', 'assistant'] satisfies ModelMessage['role'][]

function readMessages(messages: unknown): ModelMessage[] | undefined {
  if (!Array.isArray(messages) || messages.length === 0) return undefined
  const read = messages.flatMap((message: unknown) => {
    if (!isRecord(message) || !roles.includes(message.role) || typeof message.content !== 'string') return []
    return [{ role: message.role as ModelMessage['role'], content: message.content, ...readFiles(message.files) }]
  })
  return read.length === messages.length ? read : undefined
}

/** Returns the references of a message that a hook kept or changed. Anything else in their place is dropped. */
function readFiles(files: unknown): Pick<ModelMessage, 'files'> {
  if (!Array.isArray(files)) return {}
  return { files: files.filter((file): file is MessageFile => isRecord(file) && typeof file.kind === 'string' && typeof file.media_type === 'string') }
}

const efforts: readonly unknown[] = ['low', 'medium', 'high'] satisfies ModelParameters['reasoningEffort'][]

function readParameters(given: unknown): ModelParameters | undefined {
  if (given === undefined) return {}
  if (!isRecord(given)) return undefined
  const { maxTokens, temperature, reasoningEffort } = given
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && Number(maxTokens) > 0)) return undefined
  if (temperature !== undefined && !Number.isFinite(temperature)) return undefined
  if (reasoningEffort !== undefined && !efforts.includes(reasoningEffort)) return undefined
  return JSON.parse(JSON.stringify({ maxTokens, temperature, reasoningEffort })) as ModelParameters
}

function readOutput(given: Given): Change<'afterModel'> | undefined {
  const { text, action } = given as Partial<Extract<AfterModelVerdict, { text: string }>> & { action?: PlannerAction }
  if (typeof text === 'string') return { text }
  if (!isRecord(action) || typeof action.next_node !== 'string' || !isRecord(action.args)) return undefined
  return { text: JSON.stringify({ next_node: action.next_node, args: action.args }) }
}
