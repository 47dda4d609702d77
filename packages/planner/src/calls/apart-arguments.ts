import { ActionError, type NormalizedAction } from '@pf/core'
import { getOwn, isArgsName, isRecord } from '@pf/core/internal'
import type { AgentTool } from '../tools/agent-tool.ts'
import { isRemark } from './remarks.ts'

type Data = Record<string, unknown>

/** One call of an action, with its arguments. */
export interface WrittenCall {
  tool: Pick<AgentTool, 'input'> | undefined
  args: Data
}

/**
 * Throws ActionError `ambiguous_args` if the model may have written arguments outside the action: in another object, in a comment or in text.
 * For a call without arguments, any object may be its arguments. For other calls, only names of parameters that are missing count.
 */
export function assertNothingApart({ apart = [], ignored, doubts = [], repairs }: Omit<NormalizedAction, 'alternates'>, calls: readonly WrittenCall[]): void {
  const objects = apart.filter((object) => !isResult(object))
  // Arguments in a comment, or missing ones at the end of an output that stops after empty arguments.
  const mayLack = repairs.some(({ kind }) => kind === 'comment' || kind === 'missing_closer')
  const behind = doubts.includes('text_after') ? (ignored?.suffix ?? '') : ''
  const around = `${ignored?.prefix ?? ''}\n${behind}`
  for (const { tool, args } of calls) {
    if (!tool) continue
    const known = knownNames(tool.input)
    if (known?.length === 0) continue
    const lacks = (name: string) => known?.includes(name) === true && !Object.hasOwn(args, name)
    const isBare = Object.keys(args).length === 0
    if (objects.some((object) => (isBare ? saysMore(object) : namesOf(object).some(lacks)))) throw lost()
    if (isBare && mayLack) throw lost()
    if ((known ?? []).some((name) => lacks(name) && isAssigned(name, isBare ? around : behind))) throw lost()
  }
}

const lost = () => new ActionError('ambiguous_args', 'An object or a text outside the action may be an argument of its call.')

/** True for the result of a call as a model is shown it. Some models repeat results, or make them up. */
const isResult = (object: Data) => Object.hasOwn(object, 'observation') || Object.hasOwn(object, 'tool_call_id')

/** Returns the names of the parameters of a tool; undefined if its schema does not list them. */
function knownNames(input: unknown): string[] | undefined {
  const properties = getOwn(input, 'properties')
  if (isRecord(properties)) return Object.keys(properties)
  return getOwn(input, 'additionalProperties') === false ? [] : undefined
}

const saysMore = (object: Data) => Object.keys(object).some((name) => !isRemark(name))

/** Returns the keys of an object, and those of the containers of arguments in it. */
function namesOf(object: Data): string[] {
  return Object.entries(object).flatMap(([name, value]) => (isArgsName(name) && isRecord(value) ? namesOf(value) : [name]))
}

/** True if a text assigns a value to the parameter, as in `where: id = 5` and `"where" = …`. */
function isAssigned(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (
      !/[\w-]$/.test(text.slice(Math.max(0, at - 1), at)) &&
      /^["'`*]{0,3}\s?(?:[:=](?!\/\/)|->)\s*\S/.test(text.slice(at + name.length, at + name.length + 16))
    )
      return true
  return false
}
