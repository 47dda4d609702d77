import { createHash } from 'node:crypto'
import { PfError } from '@pf/core'
import type { Conversation } from '../story/story.ts'
import type { FaultContext, FaultMode } from './fault-mode.ts'
import { type FaultName, faultModes } from './fault-modes.ts'
import { type FaultOptions, faultOptionIssues } from './fault-options.ts'

/** The chosen fault of one request. */
export interface ChosenFault {
  name: string
  mode: FaultMode
  options: FaultOptions
}

/** The request for which a fault is chosen. */
export interface FaultRequest {
  number: number
  conversation: Conversation
  context: Omit<FaultContext, 'options'>
  /** The fault that the request names in its header or model suffix. */
  requestedFault?: string
}

/** Chooses the fault of each request. Its only state is the number of times each fault was applied. */
export interface FaultSelector {
  /** Sets the fault of all requests, or of the one that `options.request` names. Throws PfError `invalid_config`. */
  set(name: string, options: FaultOptions): void
  choose(request: FaultRequest): ChosenFault | undefined | { issues: string[] }
}

interface Rule extends FaultChoice {
  played: number
  /** True if the count is reset after a response without the fault, so that tests that specify their fault in the request share no state. */
  resetsAfterSuccess: boolean
}

const maxRequestRules = 1000

/** Creates a fault selector. A fault named by the request has precedence over one for its number, which has precedence over one for all requests. */
export function createFaultSelector(): FaultSelector {
  let defaultRule: Rule | undefined
  const rulesByNumber = new Map<number, Rule>()
  const rulesByRequest = new Map<string, Rule>()

  function ruleOfRequest(text: string, request: FaultRequest): Rule | { issues: string[] } {
    const choice = parseFault(text)
    if ('issues' in choice) return choice
    if (!faultModes.has(choice.name)) return { issues: [unknownFault(choice.name)] }
    const key = createHash('sha256').update(text).update('\0').update(JSON.stringify(request.conversation.messages)).digest('base64')
    const rule = rulesByRequest.get(key) ?? { ...choice, played: 0, resetsAfterSuccess: true }
    rulesByRequest.delete(key)
    rulesByRequest.set(key, rule)
    if (rulesByRequest.size > maxRequestRules) rulesByRequest.delete(rulesByRequest.keys().next().value ?? '')
    return rule
  }

  return {
    set(name, options) {
      const issues = [...(faultModes.has(name) ? [] : [unknownFault(name)]), ...faultOptionIssues(options)]
      if (issues.length > 0) throw new PfError('invalid_config', issues.join('; '))
      const rule = { name, options, played: 0, resetsAfterSuccess: false }
      if (options.request === undefined) {
        defaultRule = rule
        rulesByNumber.clear()
      } else rulesByNumber.set(options.request, rule)
    },
    choose(request) {
      const rule = request.requestedFault === undefined ? (rulesByNumber.get(request.number) ?? defaultRule) : ruleOfRequest(request.requestedFault, request)
      if (!rule || 'issues' in rule) return rule
      return play(rule, request)
    },
  }
}

function play(rule: Rule, { number, conversation, context }: FaultRequest): ChosenFault | undefined {
  const { name, options } = rule
  const mode = faultModes.get(name)
  const holds = (options.request ?? number) === number && (options.step ?? conversation.step) === conversation.step
  if (!mode || !holds || mode.applies?.({ ...context, options }) === false) return undefined
  if (rule.played >= (options.times ?? mode.times ?? Number.POSITIVE_INFINITY)) return skip(rule)
  rule.played += 1
  return { name, mode, options }
}

function skip(rule: Rule): undefined {
  if (rule.resetsAfterSuccess) rule.played = 0
}

const unknownFault = (name: string) =>
  `Unknown fault ${JSON.stringify(name.slice(0, 40))}. The faults are ${([...faultModes.keys()] as FaultName[]).join(', ')}`

/** A fault by name with its options. */
interface FaultChoice {
  name: string
  options: FaultOptions
}

/** Parses `name` or `name?option=value&…`, from the header or after `#` in a model name. */
function parseFault(text: string): FaultChoice | { issues: string[] } {
  const [name = '', query = ''] = text.trim().split('?', 2)
  const options = Object.fromEntries(
    [...new URLSearchParams(query)].map(([key, value]) => [key, key === 'param' || key === 'message' ? value : toNumber(value)]),
  )
  const issues = faultOptionIssues(options)
  return issues.length > 0 ? { issues } : { name, options }
}

const toNumber = (value: string) => (/^\d{1,10}$/.test(value) ? Number(value) : Number.NaN)
