import { getOwn, isRecord } from '../../json/records.ts'
import type { StreamedText } from '../scan/action-tree.ts'
import { isAnswerKey, isText } from '../scan/action-tree.ts'
import type { RepairKind } from '../scan/repair-log.ts'
import type { ActionSettings } from './action-options.ts'
import { innerText } from './inner-text.ts'
import { refuse, type Shape, type ShapeMismatch } from './shape-result.ts'

type Text = string | StreamedText

const otherKeys = ['text', 'response', 'content'] as const

/**
 * Returns the key that holds the answer: the first of `answer` and `raw_answer`, in the order of the text, whose value is a string;
 * otherwise the first of `text`, `response` and `content` whose value is a string.
 */
export function answerKey(args: Record<string, unknown>): string | undefined {
  return canonicalKey(args) ?? otherKeys.find((key) => isText(getOwn(args, key)))
}

function canonicalKey(args: Record<string, unknown>): string | undefined {
  return Object.keys(args).find((key) => isAnswerKey(key) && isText(args[key]))
}

/** Reads the arguments of a final_response. `source` is the value at the location of the arguments, `record` is the action. */
export function answerShape(source: unknown, record: Record<string, unknown>, settings: ActionSettings): Shape | ShapeMismatch {
  if (typeof source === 'string') return fromText(source, settings)
  if (Array.isArray(source)) return fromList(source)
  if (isRecord(source)) return fromObject(source)
  if (source !== null && source !== undefined) return notString()
  return fromFlat(record, source)
}

function fromObject(args: Record<string, unknown>): Shape | ShapeMismatch {
  const key = answerKey(args)
  if (key !== undefined) return build(args[key] as Text, args, key)
  const given = getOwn(args, 'answer') ?? getOwn(args, 'raw_answer')
  if (given === null || given === undefined) return missing()
  return notString()
}

function fromText(text: string, settings: ActionSettings): Shape | ShapeMismatch {
  const inner = innerText(text, settings.maxDepth)
  if (inner.kind === 'broken') return refuse('unparseable', 'args is a string that holds broken JSON.')
  const shape = inner.kind === 'object' ? fromObject(inner.value) : build(text, {}, '')
  return shape.ok ? { ...shape, source: text, repairs: [...shape.repairs, 'args_string'] } : shape
}

function fromList(list: unknown[]): Shape | ShapeMismatch {
  if (!list.every((item) => typeof item === 'string')) return notString()
  const shape = build(list.join('\n'), {}, '')
  return shape.ok ? { ...shape, source: list, repairs: [...shape.repairs, 'args_list'] } : shape
}

function fromFlat(record: Record<string, unknown>, source: unknown): Shape | ShapeMismatch {
  const key = canonicalKey(record)
  if (key === undefined) return missing()
  const shape = build(record[key] as Text, {}, '')
  return shape.ok ? { ...shape, source, repairs: [...shape.repairs, 'flat_answer'] } : shape
}

const missing = () => refuse('missing_answer', 'final_response needs args.answer, the text for the user.')
const notString = () => refuse('answer_not_string', 'The answer must be a string in args.answer.')

function build(answer: Text, args: Record<string, unknown>, key: string): Shape | ShapeMismatch {
  if (answer.length === 0) return missing()
  const text = typeof answer === 'string' && !answer.isWellFormed() ? answer.toWellFormed() : answer
  const repairs: RepairKind[] = []
  if (key !== '' && key !== 'answer') repairs.push('answer_key')
  if (text !== answer) repairs.push('lone_surrogate')
  const clean = key === 'answer' && text === answer && !Object.hasOwn(args, 'raw_answer')
  const named = clean ? args : renamed(args, key, text)
  return { ok: true, action: { next_node: 'final_response', args: named }, source: args, fromPlan: false, repairs }
}

function renamed(args: Record<string, unknown>, key: string, answer: Text): Record<string, unknown> {
  const { raw_answer: _synonym, ...rest } = args
  if (key !== '' && key !== 'answer') delete rest[key]
  return { ...rest, answer }
}
