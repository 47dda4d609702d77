import { canonicalJson } from '../../json/hash-json.ts'
import { RepairedJson } from '../../streaming/repaired-json.ts'
import { type ActionTree, createActionTree } from '../scan/action-tree.ts'
import { OutputScanner } from '../scan/output-scanner.ts'
import { ReasoningText } from '../scan/reasoning-text.ts'
import { createRepairLog } from '../scan/repair-log.ts'

/** Both values of a key that occurs twice in one object, in the order of the text. They are compared after they are complete. */
export type Repetition = readonly [first: unknown, second: unknown]

const maxRepetitions = 200

/** Creates an action tree that also records repeated keys. With `rootIsArgs`, the root is the arguments of an action. */
export function createCheckedTree(repetitions: Repetition[], rootIsArgs = false): ActionTree {
  return createActionTree(rootIsArgs, (first, second) => {
    if (repetitions.length < maxRepetitions) repetitions.push([first, second])
  })
}

/** True if one of the keys has two different values. */
export function haveConflict(repetitions: readonly Repetition[]): boolean {
  return repetitions.some(([first, second]) => canonicalJson(first as never) !== canonicalJson(second as never))
}

/** True if a string in the value is a JSON object that has a key twice, with different values. The nesting of the value is limited to `maxDepth`. */
export function holdConflict(value: unknown, maxDepth: number): boolean {
  if (typeof value === 'string') return /^[\s"]*\{/.test(value) && hasConflict(value, maxDepth)
  return typeof value === 'object' && value !== null && Object.values(value).some((item) => holdConflict(item, maxDepth))
}

function hasConflict(text: string, maxDepth: number): boolean {
  const repetitions: Repetition[] = []
  const scanner = new OutputScanner({
    createTree: () => createCheckedTree(repetitions, true),
    addObject: () => true,
    reasoning: new ReasoningText(() => {}),
    repairs: createRepairLog(),
    repaired: new RepairedJson(),
    maxDepth,
  })
  scanner.feed(text)
  scanner.end()
  return haveConflict(repetitions)
}
