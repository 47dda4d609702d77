import { createHash } from 'node:crypto'
import { PfError } from '@pf/core'
import type { Conversation } from '../story.ts'
import type { FaultContext, FaultMode } from './fault-mode.ts'
import { type FaultName, faultModes } from './fault-modes.ts'
import { type FaultOptions, faultOptionIssues } from './fault-options.ts'
import { type FaultChoice, parseFault } from './parse-fault.ts'

/** A fault to be played. */
export interface ChosenFault {
  name: string
  mode: FaultMode
  options: FaultOptions
}

/** What a request says about itself. */
export interface FaultRequest {
  number: number
  conversation: Conversation
  context: Omit<FaultContext, 'options'>
  /** The header or model suffix, if it names a fault. */
  asked?: string
}

/** Decides which fault a request gets; the only thing it remembers is how often each has been played. */
export interface FaultSelector {
  /** Sets the fault of all requests, or of the one that `options.request` names. Throws PfError `invalid_config`. */
  set(name: string, options: FaultOptions): void
  choose(request: FaultRequest): ChosenFault | undefined | { issues: string[] }
}

interface Rule extends FaultChoice {
  played: number
  /** Begins anew after a good answer, so that tests which name their fault in the request share nothing. */
  renews: boolean
}

const maxRemembered = 1000

/** A header or suffix wins over the rule of a request number, that over the rule of all. */
export function createFaultSelector(): FaultSelector {
  let general: Rule | undefined
  const single = new Map<number, Rule>()
  const asked = new Map<string, Rule>()

  function ruleOfAsked(text: string, request: FaultRequest): Rule | { issues: string[] } {
    const choice = parseFault(text)
    if ('issues' in choice) return choice
    if (!faultModes.has(choice.name)) return { issues: [unknownFault(choice.name)] }
    const key = createHash('sha256').update(text).update('\0').update(JSON.stringify(request.conversation.messages)).digest('base64')
    const rule = asked.get(key) ?? { ...choice, played: 0, renews: true }
    asked.delete(key)
    asked.set(key, rule)
    if (asked.size > maxRemembered) asked.delete(asked.keys().next().value ?? '')
    return rule
  }

  return {
    set(name, options) {
      const issues = [...(faultModes.has(name) ? [] : [unknownFault(name)]), ...faultOptionIssues(options)]
      if (issues.length > 0) throw new PfError('invalid_config', issues.join('; '))
      const rule = { name, options, played: 0, renews: false }
      if (options.request === undefined) {
        general = rule
        single.clear()
      } else single.set(options.request, rule)
    },
    choose(request) {
      const rule = request.asked === undefined ? (single.get(request.number) ?? general) : ruleOfAsked(request.asked, request)
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
  if (rule.played >= (options.times ?? mode.times ?? Number.POSITIVE_INFINITY)) return pass(rule)
  rule.played += 1
  return { name, mode, options }
}

function pass(rule: Rule): undefined {
  if (rule.renews) rule.played = 0
}

const unknownFault = (name: string) =>
  `There is no fault called ${JSON.stringify(name.slice(0, 40))}; known are ${([...faultModes.keys()] as FaultName[]).join(', ')}`
