import { RepairedJson } from '../../streaming/repaired-json.ts'
import type { ActionTree } from '../scan/action-tree.ts'
import { OutputScanner } from '../scan/output-scanner.ts'
import type { ReasoningText } from '../scan/reasoning-text.ts'
import { createRepairLog, type RepairLog } from '../scan/repair-log.ts'
import type { ActionSettings } from '../shape/action-options.ts'
import { ActionCollector, type Verdict } from './action-collector.ts'

export interface ActionScanOptions {
  settings: ActionSettings
  /** Creates the tree for the next object. `actionSeen` is true if an action was already found. */
  createTree: (actionSeen: boolean) => ActionTree
  repaired?: RepairedJson
  reasoning: ReasoningText
}

/** A scanner combined with the rules for shapes, as used by the reader and the normalizer. */
export interface ActionScan {
  scanner: OutputScanner
  repairs: RepairLog
  /** Ends the input and returns its verdict. */
  finish(): Verdict
}

/** Connects a scanner to the rules for shapes. */
export function createActionScan({ settings, createTree, repaired = new RepairedJson(), reasoning }: ActionScanOptions): ActionScan {
  const repairs = createRepairLog()
  const collector = new ActionCollector(settings, repairs)
  const addObject = collector.add.bind(collector)
  const scanner = new OutputScanner({ createTree, addObject, reasoning, repairs, repaired, maxDepth: settings.maxDepth })
  return {
    scanner,
    repairs,
    finish() {
      scanner.end()
      return collector.verdict(scanner.failure, scanner.openBrace)
    },
  }
}
