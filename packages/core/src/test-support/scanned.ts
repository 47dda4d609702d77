import { createActionTree } from '../action/scan/action-tree.ts'
import { OutputScanner } from '../action/scan/output-scanner.ts'
import { ReasoningText } from '../action/scan/reasoning-text.ts'
import { createRepairLog } from '../action/scan/repair-log.ts'
import type { ScannedObject, ScannerOptions } from '../action/scan/scan-types.ts'
import { RepairedJson } from '../streaming/repaired-json.ts'

/** Feeds pieces to a scanner and returns what it found. The first object with a member `next_node` counts as the action. For tests only. */
export function scanned(chunks: Iterable<string>, maxDepth = 64) {
  const objects: ScannedObject[] = []
  let reasoning = ''
  const repairs = createRepairLog()
  const options: ScannerOptions = {
    createTree: () => createActionTree(),
    addObject: (object) => {
      objects.push(object)
      return Object.hasOwn(object.tree.root as object, 'next_node')
    },
    reasoning: new ReasoningText((text) => {
      reasoning += text
    }),
    repairs,
    repaired: new RepairedJson(),
    maxDepth,
  }
  const scanner = new OutputScanner(options)
  for (const chunk of chunks) scanner.feed(chunk)
  scanner.end()
  const { failure, openBrace, encodedEnd } = scanner
  return { options, objects, roots: objects.map(({ tree }) => tree.root), reasoning, repairs: repairs.list, failure, openBrace, encodedEnd }
}
