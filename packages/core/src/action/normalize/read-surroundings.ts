import type { ActionDoubt, PlannerAction } from '../../contracts/action.ts'
import { canonicalJson } from '../../json/hash-json.ts'
import { isRecord } from '../../json/records.ts'
import type { ScannedObject } from '../scan/scan-types.ts'
import type { OtherObject } from './action-collector.ts'
import { isConsidered, isEmbedded, isResult, isTakenBack } from './considered.ts'
import { endsElement, saysSomething, separates, wordsOf } from './said.ts'

/** An action and its output. `source` is the scanned text. `encodedEnd` is the offset of the end of the JSON string that contains the action, or -1. */
interface Located {
  source: string
  action: PlannerAction
  object: ScannedObject
  others: readonly OtherObject[]
  encodedEnd: number
}

/** The doubts about an action, and the objects around it that are not actions. Objects after the next turn are omitted. */
export interface Surroundings {
  doubts: ActionDoubt[]
  apart: Record<string, unknown>[]
}

/** The maximum number of characters that are read on each side of an action. */
const maxRead = 65_536
/** Matches the beginning of a next turn (a result, or a message of the user) that a model writes if it does not stop. Nothing after it belongs to the action. */
const nextTurn =
  /(?:^|\n)[ \t]*(?:[#>*-]+ *|\*\*)?(?:observations?|user|human|(?:tool|function)[ _](?:results?|outputs?|response))(?:\*\*)?[ \t]*:|<\/?(?:tool_response|tool_result|function_results?|observation)\b|<\|(?:im_start|start|start_header_id)\|>\s*(?:user|tool|ipython|system)|<start_of_turn>\s*user|<\|(?:user|observation|ipython)\|>|\[INST\]/i

/**
 * Reads the text and the objects around the first action of an output. If the action is repeated, the text around its last occurrence counts.
 * A list of actions, and calls in model-specific markup, are several calls of which the first one runs.
 */
export function readSurroundings(located: Located): Surroundings {
  const { source, action, object, others, encodedEnd } = located
  const rival = others.find((other) => other.action && !isResult(other.object.tree.root) && !isSameAction(action, other.action))
  if (object.start < 0) return { doubts: [...inString(source, encodedEnd), ...(rival ? (['several'] as const) : [])], apart: rootsOf(others) }
  const behind = textBehind(source, object, others)
  const inTurn = others.filter((other) => other.object.start < behind.end)
  const before = source.slice(Math.max(object.proseStart, object.start - maxRead), object.start)
  const apart = rootsOf(inTurn)
  if (rival && inTurn.includes(rival)) return { doubts: [...besideRival(rival.object, located, before), ...inText(before, behind.text)], apart }
  const again = inTurn.findLast((other) => other.action)?.object
  if (!again) return { doubts: inText(before, behind.text), apart }
  const until = Math.max(object.end, ...inTurn.map((other) => (other.object.end < again.end ? other.object.end : 0)))
  return { doubts: inText(source.slice(until, again.start), textBehind(source, again, inTurn).text), apart }
}

/** Returns the objects that are not actions. The last member of an incomplete object has the part that was read. */
function rootsOf(others: readonly OtherObject[]): Record<string, unknown>[] {
  return others.flatMap(({ action, object }) => (action ? [] : [rootOf(object)])).filter(isRecord)
}

function rootOf({ tree, cut }: ScannedObject): unknown {
  if (!cut) return tree.root
  tree.attachPartial()
  const { root, keys } = tree
  const key = keys[0] ?? ''
  return isRecord(root) && key !== '' && !Object.hasOwn(root, key) ? { ...root, [key]: null } : root
}

/** Nothing is searched for after a JSON string that contains an action. */
function inString(source: string, end: number): ActionDoubt[] {
  return end >= 0 && saysSomething(source.slice(end, end + maxRead)) ? ['in_text', 'text_after'] : []
}

function besideRival(rival: ScannedObject, { source, object }: Pick<Located, 'source' | 'object'>, before: string): ActionDoubt[] {
  const between = source.slice(object.end, Math.min(rival.start, object.end + maxRead))
  const isApart = separates(between)
  const isInList = /^\s*,\s*$/.test(between) && /\[\s*$/.test(before)
  const isMarked = !isApart && ((object.translated && rival.translated) || /[<[][^<>[\]]*(?:tool|function|invoke|call)/i.test(between))
  if (isInList || isMarked) return []
  return [isApart || separates(before) ? 'other_action' : 'several']
}

/** Returns the doubts that follow from the text around one object. */
function inText(before: string, behind: string): ActionDoubt[] {
  const line = wordsOf(before.slice(before.lastIndexOf('\n') + 1))
  const doubts: ActionDoubt[] = []
  if (saysSomething(/^[^\r\n]*/.exec(behind)?.[0] ?? '') || endsElement(behind) || isEmbedded(line, { before, behind }) || isTakenBack(wordsOf(behind)))
    doubts.push('in_text')
  if (saysSomething(behind)) doubts.push('text_after')
  if (isConsidered(line, wordsOf(before.slice(-2_000)))) doubts.push('in_sentence')
  return doubts
}

/** Returns the text after an action up to the next turn, without the other objects in it, and the offset at which it ends. */
function textBehind(source: string, { end: from }: ScannedObject, others: readonly OtherObject[]): { text: string; end: number } {
  const parts: string[] = []
  let at = from
  for (const { object } of others) {
    if (object.start < at) continue
    const part = source.slice(at, Math.min(object.start, at + maxRead))
    const turn = nextTurn.exec(part)
    if (turn) return { text: parts.join(' ') + part.slice(0, turn.index), end: at + turn.index }
    parts.push(part)
    if (isResult(object.tree.root)) return { text: parts.join(' '), end: object.start }
    at = object.end
  }
  const part = source.slice(at, at + maxRead)
  const end = nextTurn.exec(part)?.index ?? part.length
  return { text: [...parts, part.slice(0, end)].join(' '), end: end < part.length ? at + end : Number.MAX_SAFE_INTEGER }
}

/** True if two actions have the same name and the same arguments, in any order. */
export function isSameAction(one: PlannerAction, other: PlannerAction): boolean {
  return one.next_node === other.next_node && canonicalJson(one.args as never) === canonicalJson(other.args as never)
}
