import type { RepairedJson } from '../../streaming/repaired-json.ts'
import type { ActionTree } from './action-tree.ts'
import type { ReasoningText } from './reasoning-text.ts'
import type { RepairLog } from './repair-log.ts'

/** One object found in model output. Offsets are characters into the input, -1 where the text was a string inside it. */
export interface ScannedObject {
  tree: ActionTree
  /** The input (or the fence around it) ended inside the object. */
  cut: boolean
  /** Quotes were taken as text, so that where its strings end is a guess. */
  doubtful: boolean
  start: number
  end: number
  /** Where the prose before it begins: after the last reasoning block. */
  proseStart: number
  fenced: boolean
}

/**
 * Why a search ended early: an object broke after its first key, or went too deep; or what stands after an object says that it
 * was not what it seemed: the rest of one of its strings, or the end of reasoning.
 */
export type ScanFailure = 'broken' | 'deep' | 'ambiguous'

export interface ScannerHandlers {
  /** A tree for the next object. `actionSeen`: the action is known, this one can only be an alternate. */
  tree(actionSeen: boolean): ActionTree
  /** Takes a whole object; true when it is an action. */
  root(root: ScannedObject): boolean
  reasoning: ReasoningText
  repairs: RepairLog
  echo: RepairedJson
  maxDepth: number
}
