import type { RepairedJson } from '../../streaming/repaired-json.ts'
import type { ActionTree } from './action-tree.ts'
import type { ReasoningText } from './reasoning-text.ts'
import type { RepairLog } from './repair-log.ts'

/** An object found in model output. Offsets are characters of the input, or -1 when the object was inside a JSON string of the input. */
export interface ScannedObject {
  tree: ActionTree
  /** The input, or the code fence around the object, ended inside the object. */
  cut: boolean
  /** Quotes were taken as text, so the ends of its strings are a guess. */
  doubtful: boolean
  start: number
  end: number
  /** Where the prose before the object begins: behind the last reasoning block. */
  proseStart: number
  fenced: boolean
}

/**
 * Why a search ended early. `broken`: an object broke after its first key. `deep`: an object exceeded the depth limit. `ambiguous`:
 * the text behind an object shows that the object was part of a string or of reasoning.
 */
export type ScanFailure = 'broken' | 'deep' | 'ambiguous'

export interface ScannerOptions {
  /** Creates the tree for the next object. `actionSeen`: the action is known, so this object can only be an alternate. */
  createTree(actionSeen: boolean): ActionTree
  /** Takes a complete or cut object. Returns true when it decided what the output is. */
  addObject(object: ScannedObject): boolean
  reasoning: ReasoningText
  repairs: RepairLog
  repaired: RepairedJson
  maxDepth: number
}
