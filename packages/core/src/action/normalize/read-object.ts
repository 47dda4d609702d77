import { isRecord } from '../../json/is-record.ts'
import { isLongerThan } from '../../json/utf8-length.ts'
import { RepairedJson } from '../../streaming/repaired-json.ts'
import { ActionTree } from '../scan/action-tree.ts'
import { OutputScanner } from '../scan/output-scanner.ts'
import { ReasoningText } from '../scan/reasoning-text.ts'
import { createRepairLog } from '../scan/repair-log.ts'
import { actionSettings } from '../shape/action-options.ts'

type Read = Record<string, unknown>

/**
 * Reads model output that is to be an object but no action (a score, a choice), with the tolerance of `normalizeAction`: the first whole object
 * that `accept` takes, outside of reasoning, with text or a fence around it. Undefined where there is none, or where two readings are left.
 */
export function readObject(text: string, accept: (object: Read) => boolean = () => true): Read | undefined {
  const { maxBytes, maxDepth } = actionSettings()
  if (isLongerThan(text, maxBytes)) return undefined
  let found: Read | undefined
  const root = ({ tree, cut, doubtful }: { tree: ActionTree; cut: boolean; doubtful: boolean }) => {
    const object = tree.root
    if (!found && !cut && !doubtful && isRecord(object) && accept(object)) found = object
    return found !== undefined
  }
  const wiring = { tree: () => new ActionTree(true), reasoning: new ReasoningText(() => {}), repairs: createRepairLog(), echo: new RepairedJson(), maxDepth }
  const scanner = new OutputScanner({ ...wiring, root })
  scanner.feed(text)
  scanner.end()
  return scanner.failure === 'ambiguous' ? undefined : found
}
