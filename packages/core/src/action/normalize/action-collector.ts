import type { PlannerAction } from '../../contracts/action.ts'
import { getOwn, isRecord } from '../../json/records.ts'
import { type ActionTree, isAnswerKey, type StreamedText } from '../scan/action-tree.ts'
import type { RepairLog } from '../scan/repair-log.ts'
import type { ScanFailure, ScannedObject } from '../scan/scan-types.ts'
import type { ActionSettings } from '../shape/action-options.ts'
import { answerKey } from '../shape/answer-args.ts'
import { isNoArgument } from '../shape/call-args.ts'
import { isOpcode } from '../shape/opcodes.ts'
import { readShape } from '../shape/read-shape.ts'
import { type ActionErrorCode, refuse, type Shape, type ShapeMismatch } from '../shape/shape-result.ts'

/** The maximum number of objects that are kept in addition to the action, and how many of them may be something else than an action. */
const maxOthers = 16
const maxApart = 8

/** Another object of an output. `action` is undefined if it is not an action, or is incomplete. */
export interface OtherObject {
  object: ScannedObject
  action?: PlannerAction
}

/** The result of reading all objects of an output. `partial` is the readable part of an incomplete answer. */
export type Verdict =
  | { ok: true; action: PlannerAction; object: ScannedObject; others: readonly OtherObject[]; beside: Shape['beside'] }
  | { ok: false; code: ActionErrorCode; message: string; complete: boolean; partial?: string | StreamedText }

/**
 * Takes the objects of an output in order and keeps the first one that is an action. Objects without any part of an action are skipped. An
 * object that has such a part (a thought, a node with wrong arguments) but is not usable ends the search, because the text after it may
 * belong to it and is not the model's first choice.
 */
export class ActionCollector {
  private found: { shape: Shape; object: ScannedObject } | undefined
  private fault: (ShapeMismatch & { complete: boolean; partial?: string | StreamedText }) | undefined
  private skipped: ShapeMismatch | undefined
  private readonly others: OtherObject[] = []
  private readonly settings: ActionSettings
  private readonly repairs: RepairLog

  constructor(settings: ActionSettings, repairs: RepairLog) {
    this.settings = settings
    this.repairs = repairs
  }

  /** Takes the next object. Returns true if the result is decided. */
  add(object: ScannedObject): boolean {
    if (this.found || this.fault) return this.addOther(object)
    const shape = object.cut ? this.readCut(object) : readShape(object.tree.root, this.settings)
    if (shape.ok) this.found = { shape, object }
    else if (shape.foreign) {
      this.skipped ??= shape
      this.keep({ object })
    } else this.fault ??= { ...shape, complete: true }
    return shape.ok || this.fault !== undefined
  }

  /** Returns the verdict at the end of the input. `openBrace` means that the input ended after an opening brace. */
  verdict(failure: ScanFailure | undefined, openBrace: boolean): Verdict {
    if (failure === 'ambiguous') return broken('The text after the object shows that the object does not end where it appears to.')
    if (this.found) return this.accept(this.found)
    if (this.fault) return this.fault
    if (failure === 'deep') return { ...refuse('too_deep', `The output is nested deeper than ${this.settings.maxDepth} levels.`), complete: false }
    if (failure === 'broken') return broken('The JSON object is broken in a way that cannot be repaired.')
    if (openBrace) return { ...refuse('incomplete', 'The output ends at the beginning of an object.'), complete: false }
    if (this.skipped) return { ...this.skipped, complete: true }
    return { ...refuse('missing_next_node', 'The output contains no JSON object.'), complete: false }
  }

  private accept({ shape, object }: { shape: Shape; object: ScannedObject }): Verdict {
    for (const repair of shape.repairs) this.repairs.add(repair)
    return { ok: true, action: shape.action, object, others: this.others, beside: shape.beside }
  }

  private addOther(object: ScannedObject): boolean {
    const shape = this.fault || object.cut ? undefined : readShape(object.tree.root, this.settings)
    this.keep(shape?.ok ? { object, action: wholeAction(shape) } : { object })
    return true
  }

  private keep(other: OtherObject): void {
    if (this.others.length < (other.action ? maxOthers : maxApart)) this.others.push(other)
  }

  /** An incomplete object is usable if its arguments are closed, or if it is an answer whose string is closed. */
  private readCut(object: ScannedObject): Shape | ShapeMismatch {
    const shape = readShape(object.tree.root, this.settings)
    if (shape.ok && this.isComplete(shape, object)) return this.closed(shape, object)
    this.fault = { ...refuse('incomplete', 'The output ends inside the action.'), complete: false, ...this.partialOf(object) }
    return this.fault
  }

  private isComplete(shape: Shape, { tree, doubtful }: ScannedObject): boolean {
    if (doubtful || shape.fromPlan || isUndecided(shape, tree)) return false
    const open = (tree.stack as unknown[]).includes(shape.source)
    if (shape.action.next_node === 'final_response') return !open || (isRecord(shape.source) && !awaitsAnswer(shape.source, tree))
    return !open && shape.source !== undefined
  }

  /** Removes the incomplete member of the arguments, so that only complete values remain. */
  private closed({ source }: Shape, { tree }: ScannedObject): Shape | ShapeMismatch {
    const depth = (tree.stack as unknown[]).indexOf(source)
    const isCut = depth >= 0 && depth + 1 < tree.stack.length
    if (isCut && isRecord(source)) delete source[tree.keys[depth] ?? '']
    this.repairs.add('missing_closer')
    return readShape(tree.root, this.settings)
  }

  private partialOf({ tree }: ScannedObject): { partial?: string | StreamedText } {
    const key = tree.keys[0] ?? ''
    if (key === 'next_node' || (key === 'args' && !Object.hasOwn(tree.root as object, key) && tree.partialText() === undefined)) return {}
    tree.attachPartial()
    const shape = readShape(tree.root, this.settings)
    if (!shape.ok || shape.fromPlan || shape.action.next_node !== 'final_response') return {}
    if (isRecord(shape.source) && awaitsAnswer(shape.source, tree)) return {}
    return { partial: shape.action.args.answer as string | StreamedText }
  }
}

/** Returns the action with all members that may be arguments, for actions that are only reported or are checked later. */
export function wholeAction({ action, beside = [] }: Shape): PlannerAction {
  const members = isOpcode(action.next_node) ? undefined : beside[0]?.members
  return members ? { ...action, args: { ...members, ...action.args } } : action
}

/** True if the cut is inside a member that determines the kind of the action. */
function isUndecided({ action, repairs }: Shape, { root, stack, keys }: ActionTree): boolean {
  const key = keys[0] ?? ''
  const given = Object.hasOwn(root as object, key)
  if (key === 'next_node' || key === 'args' || repairs.includes('wrapper')) return !given
  // The member may be an argument, and a tool must not run without it.
  if (!isOpcode(action.next_node) && !isNoArgument(root as Record<string, unknown>, key)) return !given || stack.length > 1
  const decides = key === 'plan' || (key === 'join' && action.next_node === 'plan')
  return decides && (!given || stack[1] === getOwn(root, key))
}

/** True if an older key holds a string and the cut is inside the actual answer that follows it. */
function awaitsAnswer(args: Record<string, unknown>, { stack, keys }: ActionTree): boolean {
  const depth = (stack as unknown[]).indexOf(args)
  return depth >= 0 && isAnswerKey(keys[depth] ?? '') && !isAnswerKey(answerKey(args) ?? '')
}

function broken(message: string): Verdict {
  return { ...refuse('unparseable', message), complete: false }
}
