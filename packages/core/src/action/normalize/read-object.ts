import type { ActionDoubt } from '../../contracts/action.ts'
import { isRecord } from '../../json/records.ts'
import { isLongerThan } from '../../json/utf8.ts'
import { RepairedJson } from '../../streaming/repaired-json.ts'
import { createActionTree } from '../scan/action-tree.ts'
import { OutputScanner } from '../scan/output-scanner.ts'
import { ReasoningText } from '../scan/reasoning-text.ts'
import { createRepairLog } from '../scan/repair-log.ts'
import type { ScannedObject } from '../scan/scan-types.ts'
import { actionSettings } from '../shape/action-options.ts'
import type { OtherObject } from './action-collector.ts'
import { readSurroundings } from './read-surroundings.ts'

export type Accept = (object: Record<string, unknown>) => boolean

/** An object in model output, and the reasons why it may only be mentioned there. */
export interface LocatedObject {
  object: Record<string, unknown>
  doubts: ActionDoubt[]
}

const maxOthers = 16

/**
 * Reads model output that is an object but not an action (a score, a choice) with the tolerance of `normalizeAction`. Returns the first
 * complete object for which `accept` returns true; text, a code fence and reasoning around it are skipped. Returns undefined if there is no
 * such object, if the output has two possible readings, and if the text exceeds 16 MiB or 128 levels. Never throws an error of its own.
 */
export function readObject(text: string, accept: Accept = () => true): Record<string, unknown> | undefined {
  const found = scanObjects(text, accept)?.[0]
  return found?.action.args
}

/** Reads the first object like `readObject`, and the doubts that follow from the text and the other objects around it. */
export function locateObject(text: string, accept: Accept): LocatedObject | undefined {
  const [first, ...others] = scanObjects(text, accept) ?? []
  if (!first) return undefined
  const { action, object } = first
  return { object: action.args, doubts: readSurroundings({ source: text, action, object, others, encodedEnd: -1 }).doubts }
}

/** Returns the objects that `accept` takes, at most 17, as the arguments of actions without a name. */
function scanObjects(text: string, accept: Accept): (OtherObject & Required<Pick<OtherObject, 'action'>>)[] | undefined {
  const { maxBytes, maxDepth } = actionSettings()
  if (isLongerThan(text, maxBytes)) return undefined
  const found: (OtherObject & Required<Pick<OtherObject, 'action'>>)[] = []
  const addObject = (object: ScannedObject) => {
    const { root } = object.tree
    if (found.length <= maxOthers && !object.cut && !object.doubtful && isRecord(root) && accept(root))
      found.push({ object, action: { next_node: '', args: root } })
    return found.length > 0
  }
  const scanner = new OutputScanner({
    createTree: () => createActionTree(true),
    addObject,
    reasoning: new ReasoningText(() => {}),
    repairs: createRepairLog(),
    repaired: new RepairedJson(),
    maxDepth,
  })
  scanner.feed(text)
  scanner.end()
  return scanner.failure === 'ambiguous' ? undefined : found
}
