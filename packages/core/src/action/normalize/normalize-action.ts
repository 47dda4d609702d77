import type { ActionDoubt, NormalizedAction, PlannerAction } from '../../contracts/action.ts'
import { getOwn, isRecord } from '../../json/records.ts'
import { isLongerThan } from '../../json/utf8.ts'
import { withoutMarks } from '../markup/without-marks.ts'
import type { StreamedText } from '../scan/action-tree.ts'
import type { OutputScanner } from '../scan/output-scanner.ts'
import { ReasoningText } from '../scan/reasoning-text.ts'
import type { ScannedObject } from '../scan/scan-types.ts'
import { type ActionOptions, type ActionSettings, actionSettings } from '../shape/action-options.ts'
import { readShape } from '../shape/read-shape.ts'
import { ActionError, type ActionErrorDetails } from '../shape/shape-result.ts'
import { type Verdict, wholeAction } from './action-collector.ts'
import { createActionScan } from './action-scan.ts'
import { createCheckedTree, haveConflict, holdConflict, type Repetition } from './checked-tree.ts'
import { isMentioned } from './considered.ts'
import { formalMembers, unnamedSteps } from './formal-members.ts'
import { checkBounds } from './object-bounds.ts'
import { parseDirectly } from './parse-directly.ts'
import { readSurroundings, type Surroundings } from './read-surroundings.ts'

const maxAlternates = 5
const prefixLength = 400
const suffixLength = 1200

/**
 * Reads an action. Accepts model output as text, or an object or list of objects that is already parsed, in the two-field form, the
 * five-field form or a form of another framework. Returns the canonical action and the repairs that were needed. Throws ActionError.
 */
export function normalizeAction(input: unknown, options?: ActionOptions): NormalizedAction {
  const settings = actionSettings(options)
  if (typeof input === 'string') return fromText(input, settings)
  try {
    return fromData(input, settings)
  } catch (error) {
    if (error instanceof ActionError) throw error
    throw new ActionError('unparseable', 'The object could not be read: one of its properties throws.')
  }
}

/**
 * Reads an action as text like `normalizeAction`, and finds repeated keys in calls of any length. For a long call this takes up to twice as
 * long.
 */
export function normalizeThoroughly(text: string, options?: ActionOptions): NormalizedAction {
  return fromText(text, { ...actionSettings(options), allKeys: true })
}

function fromText(text: string, settings: ActionSettings): NormalizedAction {
  if (isLongerThan(text, settings.maxBytes)) throw new ActionError('too_large', `The output exceeds ${settings.maxBytes} bytes.`)
  const direct = parseDirectly(text, settings)
  if (direct === undefined) return fromScan(text, settings)
  if (direct.kind === 'action') return { action: direct.action, repairs: [], alternates: [] }
  if (direct.kind === 'deep') throw tooDeep(settings)
  return fromParsed(direct.value, settings)
}

function tooDeep(settings: ActionSettings): ActionError {
  return new ActionError('too_deep', `The output is nested deeper than ${settings.maxDepth} levels.`)
}

function fromParsed(value: unknown, settings: ActionSettings): NormalizedAction {
  const shape = readShape(value, settings)
  const reasoning = thoughtOf(value)
  if (!shape.ok) throw new ActionError(shape.code, shape.message, reasoning === undefined ? {} : { reasoning })
  const repairs = [...new Set(shape.repairs)].map((kind) => ({ kind }))
  const hasConflict = shape.repairs.includes('args_string') && holdConflict(value, settings.maxDepth)
  const doubts: ActionDoubt[] = [...(isMentioned(value) ? (['in_text'] as const) : []), ...(hasConflict ? (['repeated_key'] as const) : [])]
  const { action, beside } = shape
  return result(action, reasoning, { repairs, beside, formal: formalMembers(value, action), apart: unnamedSteps(value, action), doubts })
}

function fromData(input: unknown, settings: ActionSettings): NormalizedAction {
  const list = Array.isArray(input) ? input : [input]
  if (typeof input !== 'object' || input === null) throw new ActionError('no_action', 'An action must be a string or an object.')
  const fault = checkBounds(input, settings.maxDepth, settings.maxBytes)
  if (fault === 'deep') throw tooDeep(settings)
  if (fault === 'large') throw new ActionError('too_large', `The object exceeds ${settings.maxBytes} bytes.`)
  const [first, ...rest] = list
  const found = fromParsed(first, settings)
  const others = rest.slice(0, maxAlternates).map((item) => ({ item, shape: readShape(item, settings) }))
  const alternates = others.flatMap(({ shape }) => (shape.ok ? [wholeAction(shape)] : []))
  const apart = others.flatMap(({ item, shape }) => (!shape.ok && isRecord(item) ? [item] : []))
  return { ...found, alternates, ...(apart.length > 0 ? { apart: [...(found.apart ?? []), ...apart] } : {}) }
}

function fromScan(text: string, settings: ActionSettings): NormalizedAction {
  const pieces: string[] = []
  const repeated = new WeakMap<object, Repetition[]>()
  const createTree = () => {
    const repetitions: Repetition[] = []
    const tree = createCheckedTree(repetitions)
    repeated.set(tree, repetitions)
    return tree
  }
  const scan = createActionScan({ settings, createTree, reasoning: new ReasoningText((piece) => pieces.push(piece)) })
  scan.scanner.feed(text)
  const verdict = scan.finish()
  const spoken = pieces.length > 0 ? pieces.join('') : undefined
  if (!verdict.ok) throw new ActionError(verdict.code, verdict.message, details(spoken, verdict.partial))
  const ignored = around(text, verdict.object, scan.scanner)
  if (ignored) scan.repairs.add('text_around')
  const { action, object, others, beside } = verdict
  const { root } = object.tree
  const repairs = scan.repairs.list
  const isString = repairs.some(({ kind }) => kind === 'args_string')
  const hasConflict = haveConflict(repeated.get(object.tree) ?? []) || (isString && holdConflict(root, settings.maxDepth))
  const { doubts, apart } = surroundingsOf(text, verdict, scan.scanner)
  const found = result(action, spoken ?? thoughtOf(root), {
    repairs,
    beside,
    alternates: others.flatMap((other) => other.action ?? []).slice(0, maxAlternates),
    formal: formalMembers(root, action),
    apart: [...unnamedSteps(root, action), ...apart],
    doubts: [...new Set<ActionDoubt>([...doubts, ...(isMentioned(root) ? (['in_text'] as const) : []), ...(hasConflict ? (['repeated_key'] as const) : [])])],
  })
  return ignored ? { ...found, ignored } : found
}

function surroundingsOf(text: string, { action, object, others }: Verdict & { ok: true }, { calls, encodedEnd }: OutputScanner): Surroundings {
  const source = calls.at < 0 ? text : text.slice(0, calls.at) + calls.actions
  return readSurroundings({ source, action, object, others, encodedEnd })
}

function details(reasoning: string | undefined, partial: string | StreamedText | undefined): ActionErrorDetails {
  return { ...(reasoning === undefined ? {} : { reasoning }), ...(typeof partial === 'string' ? { partialAnswer: partial } : {}) }
}

function thoughtOf(value: unknown): string | undefined {
  const thought = isRecord(value) ? (getOwn(value, 'thought') ?? getOwn(value, 'reasoning')) : undefined
  return typeof thought === 'string' && thought.trim() !== '' ? thought.trim().toWellFormed() : undefined
}

/** Additional results that accompany an action. */
type Found = Pick<NormalizedAction, 'repairs'> &
  Pick<Partial<NormalizedAction>, 'alternates' | 'formal' | 'apart' | 'doubts'> & { beside: NormalizedAction['beside'] | undefined }

function result(action: PlannerAction, reasoning: string | undefined, { repairs, alternates = [], ...lists }: Found): NormalizedAction {
  const found: NormalizedAction = reasoning === undefined ? { action, repairs, alternates } : { action, reasoning, repairs, alternates }
  for (const [name, list] of Object.entries(lists)) if (list && list.length > 0) Object.assign(found, { [name]: list })
  return found
}

/** Returns the beginning of the text before and after an action, without a code fence and call markup around the action. */
function around(text: string, object: ScannedObject, { calls }: OutputScanner): NormalizedAction['ignored'] {
  if (object.start < 0) return undefined
  const start = object.translated ? calls.at : object.start
  const prefix = object.fenced ? '' : withoutMarks(text.slice(object.proseStart, Math.min(start, object.proseStart + prefixLength)))
  const suffix = object.translated ? '' : withoutMarks(text.slice(object.end, object.end + suffixLength).replace(/^\s*```/, ''))
  if (prefix === '' && suffix === '') return undefined
  return { ...(prefix === '' ? {} : { prefix }), ...(suffix === '' ? {} : { suffix }) }
}
