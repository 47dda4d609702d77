import { RepairedJson } from '../../streaming/repaired-json.ts'
import { ActionTree } from '../scan/action-tree.ts'
import { OutputScanner } from '../scan/output-scanner.ts'
import type { ReasoningText } from '../scan/reasoning-text.ts'
import { createRepairLog, type RepairLog } from '../scan/repair-log.ts'
import type { ActionSettings } from '../shape/action-options.ts'
import { ActionCollector, type Verdict } from './action-collector.ts'

/** What a scan is wired to. */
export interface ActionScanOptions {
  settings: ActionSettings
  tree?: (actionSeen: boolean) => ActionTree
  echo?: RepairedJson
  reasoning: ReasoningText
}

/** A scanner and what it has found, as the reader and the normalizer share them. */
export interface ActionScan {
  scanner: OutputScanner
  repairs: RepairLog
  /** Ends the input and says what it comes to. */
  finish(): Verdict
}

/** Wires the scanner to the shape rules. */
export function createActionScan({ settings, tree = () => new ActionTree(), echo = new RepairedJson(), reasoning }: ActionScanOptions): ActionScan {
  const repairs = createRepairLog()
  const collector = new ActionCollector(settings, repairs)
  const hooks = { tree, root: collector.add.bind(collector), reasoning, repairs, echo, maxDepth: settings.maxDepth }
  const scanner = new OutputScanner(hooks)
  return {
    scanner,
    repairs,
    finish() {
      scanner.end()
      return collector.verdict(scanner.failure, scanner.openBrace)
    },
  }
}
