import type { PlannerAction } from '../../contracts/action.ts'
import { isRecord } from '../../json/records.ts'
import { jsonCode, unitAt } from '../../streaming/characters.ts'
import type { ActionSettings } from '../shape/action-options.ts'
import { isAlias, resolveToolName } from '../shape/opcodes.ts'
import { planShape } from '../shape/plan-args.ts'
import { formalMembers } from './formal-members.ts'
import { countSpelled, mayRepeatAnyKey, mayRepeatKeys, maySpellKeys } from './repeated-keys.ts'

type Data = Record<string, unknown>

/**
 * Matches the start of a canonical action whose name is passed on unchanged. A name that starts with the same letter as an opcode must be
 * in lower case, so that a look-up can distinguish them.
 */
const start = /\{\s*"next_node"\s*:\s*"(?:[a-eg-oq-su-z_][\w.-]{0,63}|[ptf][a-z\d_.]{0,63})"\s*,\s*"args"\s*:\s*\{/y

/**
 * Reads the action of a text that is canonical and contains nothing else; `value` is its parsed value. Returns undefined for any other
 * text. The general rules (`mayRepeatKeys`, `readShape`) would give the same result for a canonical text.
 */
function canonicalAction(text: string, value: object, settings: ActionSettings): PlannerAction | undefined {
  start.lastIndex = 0
  if (settings.format === 'legacy' || !start.test(text)) return undefined
  const from = start.lastIndex
  const { next_node, args } = value as Data
  if (typeof next_node !== 'string' || !isRecord(args) || Object.keys(value).length !== 2) return undefined
  const isCounted = next_node !== 'final_response' && countsKeys(text, settings)
  if (isCounted ? mayRepeatAnyKey(text, value) : !standsOnce(text, next_node, args, from)) return undefined
  if (next_node === 'plan') return canonicalPlan(args, settings)
  const isClean = next_node === 'final_response' ? isCleanAnswer(args) : !isAlias(next_node) && resolveToolName(next_node, settings.tools) === next_node
  return isClean ? { next_node, args } : undefined
}

/**
 * True if no watched key occurs twice at a level where its first occurrence takes precedence. After the matched start, only `next_node`
 * could be repeated without the word `args`; it would then be the last member and a string, so the text could not end in two braces.
 */
function standsOnce(text: string, node: string, args: Data, from: number): boolean {
  if (!endsInBraces(text) || maySpellKeys(text)) return false
  if (countSpelled(text, 'args', from) !== (node === 'plan' ? countArgs(args) : 0)) return false
  return args.raw_answer === undefined && (args.answer === undefined || countSpelled(text, 'answer', from) === 1)
}

/** Whether all keys are counted. In a long text this takes too much time, unless it was requested. */
const countsKeys = (text: string, { allKeys }: ActionSettings) => allKeys === true || text.length <= 2_000

/** Returns the number of steps and joins that have arguments. */
function countArgs({ steps, join }: Data): number {
  let found = hasArgs(join) ? 1 : 0
  if (Array.isArray(steps)) for (const step of steps) if (hasArgs(step)) found++
  return found
}

function hasArgs(value: unknown): boolean {
  return isRecord(value) && Object.hasOwn(value, 'args')
}

/** True if the last two characters that are not white space are braces. */
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
  if (!shape.ok || shape.repairs.length > 0 || shape.beside) return undefined
  return formalMembers({ next_node: 'plan', args }, shape.action).length === 0 ? shape.action : undefined
}

/** The result of JSON.parse: a complete action, a value that still has to be interpreted as one, or a value that exceeds the depth limit. */
export type ParsedDirectly = { kind: 'action'; action: PlannerAction } | { kind: 'value'; value: unknown } | { kind: 'deep' }

/**
 * Parses clean output with JSON.parse. Returns undefined if the text has to be read by the tolerant scanner: if it is not JSON, if a key may
 * occur twice in one object (in an answer, and in a text of more than 2,000 characters without `allKeys`, only `next_node`, `args`, `answer`
 * and `raw_answer`), or if the result of JSON.parse may be wrong or may not be representable as JSON.
 */
export function parseDirectly(text: string, settings: ActionSettings): ParsedDirectly | undefined {
  const trimmed = isBraced(text) ? text : text.trim()
  if (!isBraced(trimmed)) return undefined
  let value: unknown
  try {
    value = JSON.parse(trimmed)
  } catch {
    return undefined
  }
  const fault = parseFault(trimmed, value as object, settings.maxDepth)
  if (fault) return fault === 'deep' ? { kind: 'deep' } : undefined
  const action = canonicalAction(trimmed, value as object, settings)
  if (action) return { kind: 'action', action }
  if (countsKeys(trimmed, settings) && mayRepeatAnyKey(trimmed, value as object)) return undefined
  return mayRepeatKeys(trimmed, value as object) ? undefined : { kind: 'value', value }
}

function isBraced(text: string): boolean {
  return text.charCodeAt(0) === 123 && text.charCodeAt(text.length - 1) === 125
}

/** The reason for not using the result of JSON.parse: it exceeds the depth limit, or it may differ from the text. */
export type ParseFault = 'deep' | 'doubtful' | undefined

const shortLength = 256
/** Matches an escape or an exponent of two digits. Without such an exponent, a number in a short text cannot be out of range. */
const mayBeWrong = /\\|\d[eE]\+?\d\d/

/**
 * Searches a parsed value for numbers out of range, too many levels, and keys that contain a backslash. JSON.parse of V8 13.6 may confuse a
 * key written with an escape with an earlier key that starts with the same source text; such a key contains a backslash.
 */
export function parseFault(text: string, value: object, maxDepth: number): ParseFault {
  const isShort = text.length <= shortLength && text.length <= maxDepth * 2
  return isShort && !mayBeWrong.test(text) ? undefined : faultOf(value, maxDepth, text.includes('\\'))
}

/** The recursion ends at the depth limit. */
function faultOf(value: object, levels: number, escaped: boolean): ParseFault {
  if (levels === 0) return 'deep'
  return Array.isArray(value) ? faultOfItems(value, levels - 1, escaped) : faultOfMembers(value as Record<string, unknown>, levels - 1, escaped)
}

function faultOfItems(items: readonly unknown[], levels: number, escaped: boolean): ParseFault {
  for (const item of items) {
    if (isOutOfRange(item)) return 'doubtful'
    const fault = typeof item === 'object' && item !== null ? faultOf(item, levels, escaped) : undefined
    if (fault) return fault
  }
  return undefined
}

function faultOfMembers(members: Record<string, unknown>, levels: number, escaped: boolean): ParseFault {
  for (const key in members) {
    const item = members[key]
    if ((escaped && key.includes('\\')) || isOutOfRange(item)) return 'doubtful'
    const fault = typeof item === 'object' && item !== null ? faultOf(item, levels, escaped) : undefined
    if (fault) return fault
  }
  return undefined
}

function isOutOfRange(value: unknown): boolean {
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
}
