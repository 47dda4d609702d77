import type { RepairedJson } from '../../streaming/repaired-json.ts'
import type { ActionTree } from './action-tree.ts'
import type { ReasoningText } from './reasoning-text.ts'
import type { RepairLog } from './repair-log.ts'

/**
 * An object found in model output. Offsets are in characters of the scanned text, which is the input with its calls in model-specific markup
 * converted to actions. They are -1 if the object was inside a JSON string of the input.
 */
export interface ScannedObject {
  tree: ActionTree
  /** True if the input, or the code fence around the object, ended inside the object. */
  cut: boolean
  /** True if quotes were read as text, so the ends of the object's strings are uncertain. */
  doubtful: boolean
  start: number
  end: number
  /** Offset of the start of the prose before the object, which is the end of the last reasoning block. */
  proseStart: number
  fenced: boolean
  /** True if the object was converted from a call in model-specific markup, or follows one. */
  translated: boolean
}

/**
 * The reason why a search ended early. `broken`: an object became unreadable after its first key. `deep`: an object exceeded the depth
 * limit. `ambiguous`: the text after an object shows that the object was part of a string or of reasoning.
 */
export type ScanFailure = 'broken' | 'deep' | 'ambiguous'

export interface ScannerOptions {
  /** Creates the tree for the next object. If `actionSeen` is true, an action was already found, so this object can only be an alternate. */
  createTree(actionSeen: boolean): ActionTree
  /** Takes a complete or incomplete object. Returns true if the object decides the result. */
  addObject(object: ScannedObject): boolean
  reasoning: ReasoningText
  repairs: RepairLog
  repaired: RepairedJson
  maxDepth: number
}
