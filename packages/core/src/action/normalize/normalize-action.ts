import type { NormalizedAction, PlannerAction } from '../../contracts/action.ts'
import { getOwn, isRecord } from '../../json/records.ts'
import { isLongerThan } from '../../json/utf8.ts'
import { withoutMarks } from '../markup/without-marks.ts'
import type { StreamedText } from '../scan/action-tree.ts'
import { ReasoningText } from '../scan/reasoning-text.ts'
import type { ScannedObject } from '../scan/scan-types.ts'
import { type ActionOptions, type ActionSettings, actionSettings } from '../shape/action-options.ts'
import { readShape } from '../shape/read-shape.ts'
import { ActionError, type ActionErrorDetails } from '../shape/shape-result.ts'
import { wholeAction } from './action-collector.ts'
import { createActionScan } from './action-scan.ts'
import { checkBounds } from './object-bounds.ts'
import { parseDirectly } from './parse-directly.ts'

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
  const repairs = shape.repairs.length === 0 ? [] : [...new Set(shape.repairs)].map((kind) => ({ kind }))
  return result(shape.action, reasoning, { repairs, beside: shape.beside })
}

function fromData(input: unknown, settings: ActionSettings): NormalizedAction {
  const list = Array.isArray(input) ? input : [input]
  if (typeof input !== 'object' || input === null) throw new ActionError('no_action', 'An action must be a string or an object.')
  const fault = checkBounds(input, settings.maxDepth, settings.maxBytes)
  if (fault === 'deep') throw tooDeep(settings)
  if (fault === 'large') throw new ActionError('too_large', `The object exceeds ${settings.maxBytes} bytes.`)
  const [first, ...rest] = list
  const found = fromParsed(first, settings)
  return { ...found, alternates: rest.slice(0, maxAlternates).flatMap((item) => alternate(item, settings)) }
}

function alternate(item: unknown, settings: ActionSettings): PlannerAction[] {
  const shape = readShape(item, settings)
  return shape.ok ? [wholeAction(shape)] : []
}

function fromScan(text: string, settings: ActionSettings): NormalizedAction {
  const pieces: string[] = []
  const scan = createActionScan({ settings, reasoning: new ReasoningText((piece) => pieces.push(piece)) })
  scan.scanner.feed(text)
  const verdict = scan.finish()
  const spoken = pieces.length > 0 ? pieces.join('') : undefined
  if (!verdict.ok) throw new ActionError(verdict.code, verdict.message, details(spoken, verdict.partial))
  const ignored = around(text, verdict.object)
  if (ignored) scan.repairs.add('text_around')
  const { action, alternates, beside } = verdict
  const found = result(action, spoken ?? thoughtOf(verdict.object.tree.root), { repairs: scan.repairs.list, alternates, beside })
  return ignored ? { ...found, ignored } : found
}

function details(reasoning: string | undefined, partial: string | StreamedText | undefined): ActionErrorDetails {
  return { ...(reasoning === undefined ? {} : { reasoning }), ...(typeof partial === 'string' ? { partialAnswer: partial } : {}) }
}

function thoughtOf(value: unknown): string | undefined {
  const thought = isRecord(value) ? (getOwn(value, 'thought') ?? getOwn(value, 'reasoning')) : undefined
  return typeof thought === 'string' && thought.trim() !== '' ? thought.trim().toWellFormed() : undefined
}

/** Additional results that accompany an action. */
type Found = Pick<NormalizedAction, 'repairs'> & { alternates?: PlannerAction[]; beside: NormalizedAction['beside'] | undefined }

function result(action: PlannerAction, reasoning: string | undefined, { repairs, alternates = [], beside }: Found): NormalizedAction {
  const spoken = reasoning === undefined ? { action } : { action, reasoning }
  return beside ? { ...spoken, repairs, alternates, beside } : { ...spoken, repairs, alternates }
}

/** Returns the beginning of the text before and after an action, without a code fence and call markup around the action. */
function around(text: string, object: ScannedObject): NormalizedAction['ignored'] {
  if (object.start < 0) return undefined
  const prefix = object.fenced ? '' : withoutMarks(text.slice(object.proseStart, Math.min(object.start, object.proseStart + prefixLength)))
  const suffix = withoutMarks(text.slice(object.end, object.end + suffixLength).replace(/^\s*```/, ''))
  if (prefix === '' && suffix === '') return undefined
  return { ...(prefix === '' ? {} : { prefix }), ...(suffix === '' ? {} : { suffix }) }
}
