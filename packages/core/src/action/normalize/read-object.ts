import { isRecord } from '../../json/records.ts'
import { isLongerThan } from '../../json/utf8.ts'
import { RepairedJson } from '../../streaming/repaired-json.ts'
import { createActionTree } from '../scan/action-tree.ts'
import { OutputScanner } from '../scan/output-scanner.ts'
import { ReasoningText } from '../scan/reasoning-text.ts'
import { createRepairLog } from '../scan/repair-log.ts'
import type { ScannedObject } from '../scan/scan-types.ts'
import { actionSettings } from '../shape/action-options.ts'

/**
 * Reads model output that is an object but not an action (a score, a choice) with the tolerance of `normalizeAction`. Returns the first
 * complete object for which `accept` returns true; text, a code fence and reasoning around it are skipped. Returns undefined if there is no
 * such object, if the output has two possible readings, and if the text exceeds 16 MiB or 128 levels. Never throws an error of its own.
 */
export function readObject(text: string, accept: (object: Record<string, unknown>) => boolean = () => true): Record<string, unknown> | undefined {
  const { maxBytes, maxDepth } = actionSettings()
  if (isLongerThan(text, maxBytes)) return undefined
  let found: Record<string, unknown> | undefined
  const addObject = ({ tree: { root }, cut, doubtful }: ScannedObject) => {
    if (!found && !cut && !doubtful && isRecord(root) && accept(root)) found = root
    return found !== undefined
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
