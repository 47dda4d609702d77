import { ActionTree } from '../streaming/action-tree.ts'
import { Echo } from '../streaming/echo.ts'
import { OutputScanner } from '../streaming/output-scanner.ts'
import type { ReasoningText } from '../streaming/reasoning-text.ts'
import { createRepairLog, type RepairLog } from '../streaming/repair-log.ts'
import { ActionCollector, type Verdict } from './action-collector.ts'
import type { ActionSettings } from './action-options.ts'

/** What a scan is wired to. */
export interface ScanWiring {
  settings: ActionSettings
  tree?: (actionSeen: boolean) => ActionTree
  echo?: Echo
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
export function createActionScan({ settings, tree = () => new ActionTree(), echo = new Echo(), reasoning }: ScanWiring): ActionScan {
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
