import type { PlannerAction } from '../../contracts/action.ts'
import { isRecord } from '../../json/is-record.ts'
import { jsonCode, unitAt } from '../../streaming/characters.ts'
import type { ActionSettings } from '../shape/action-options.ts'
import { isAlias } from '../shape/opcodes.ts'
import { planShape } from '../shape/plan-args.ts'
import { countSpelled, maySpellKeys } from './repeated-keys.ts'

type Data = Record<string, unknown>

/** A name that is passed on unchanged. A name that starts like an opcode has to be in lower case, so that a look-up tells them apart. */
const start = /\{\s*"next_node"\s*:\s*"(?:[a-eg-oq-su-z_][\w.-]{0,63}|[ptf][a-z\d_.]{0,63})"\s*,\s*"args"\s*:\s*\{/y

/**
 * Reads the action of a text that is canonical and contains nothing else; `value` is its parsed value. Returns undefined for any
 * other text, which the rules for repeated keys and `readShape` then read with the same result.
 */
export function canonicalAction(text: string, value: object, settings: ActionSettings): PlannerAction | undefined {
  start.lastIndex = 0
  if (settings.format === 'legacy' || !start.test(text)) return undefined
  const from = start.lastIndex
  const { next_node, args } = value as Data
  if (typeof next_node !== 'string' || !isRecord(args) || Object.keys(value).length !== 2) return undefined
  if (!standsOnce(text, next_node, args, from)) return undefined
  if (next_node === 'plan') return canonicalPlan(args, settings)
  const isClean = next_node === 'final_response' ? isCleanAnswer(args) : !isAlias(next_node)
  return isClean ? { next_node, args } : undefined
}

/**
 * True when no watched key occurs twice where the first one would count. Behind the start only `next_node` could be repeated without
 * the word `args`; it would then be the last member and a string, so the text could not end in two braces.
 */
function standsOnce(text: string, node: string, args: Data, from: number): boolean {
  if (!endsInBraces(text) || maySpellKeys(text)) return false
  if (countSpelled(text, 'args', from) !== (node === 'plan' ? countArgs(args) : 0)) return false
  return args.raw_answer === undefined && (args.answer === undefined || countSpelled(text, 'answer', from) === 1)
}

/** True when the last two characters that are not blank are braces. */
function endsInBraces(text: string): boolean {
  let index = text.length - 2
  while (index > 0 && unitAt(text, index) <= 32) index--
  return unitAt(text, index) === jsonCode.closeObject
}

function isCleanAnswer(args: Data): boolean {
  const { answer } = args
  return typeof answer === 'string' && answer !== '' && Object.hasOwn(args, 'answer') && answer.isWellFormed()
}

function canonicalPlan(args: Data, settings: ActionSettings): PlannerAction | undefined {
  const shape = planShape(args, undefined, settings)
  return shape.ok && shape.repairs.length === 0 ? shape.action : undefined
}

/** The number of steps and joins that have arguments. */
function countArgs({ steps, join }: Data): number {
  let found = hasArgs(join) ? 1 : 0
  if (Array.isArray(steps)) for (const step of steps) if (hasArgs(step)) found++
  return found
}

function hasArgs(value: unknown): boolean {
  return isRecord(value) && Object.hasOwn(value, 'args')
}
