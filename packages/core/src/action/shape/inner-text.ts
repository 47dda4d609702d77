import { isRecord } from '../../json/is-record.ts'
import { RepairedJson } from '../../streaming/repaired-json.ts'
import { ActionTree } from '../scan/action-tree.ts'
import { OutputScanner } from '../scan/output-scanner.ts'
import { ReasoningText } from '../scan/reasoning-text.ts'
import { createRepairLog } from '../scan/repair-log.ts'
import type { ScannedObject } from '../scan/scan-types.ts'

/** What a text inside an action turned out to be, when it was read as JSON. */
export type InnerText = { kind: 'object'; value: Record<string, unknown> } | { kind: 'text' } | { kind: 'broken' }

/**
 * Reads a string that stands where an object belongs. It is an object only when nothing else stands beside it; it is broken
 * when it starts like one and cannot be read; all else is text.
 */
export function innerText(text: string, maxDepth: number): InnerText {
  const unwrapped = /^\s*"\s*\{/.test(text) ? unwrap(text) : undefined
  return readObjectText(unwrapped ?? text, maxDepth)
}

/** The content of a text that is a JSON string as a whole. */
function unwrap(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

function readObjectText(text: string, maxDepth: number): InnerText {
  if (!/^[\s\ufeff]*\{/.test(text)) return { kind: 'text' }
  const roots: ScannedObject[] = []
  const scanner = createScanner(roots, maxDepth)
  scanner.feed(text)
  scanner.end()
  const [root] = roots
  if (scanner.failure !== undefined || root?.cut) return { kind: 'broken' }
  if (!root || root.start !== text.indexOf('{') || text.slice(root.end).trim() !== '') return { kind: 'text' }
  return isRecord(root.tree.root) ? { kind: 'object', value: root.tree.root } : { kind: 'text' }
}

function createScanner(roots: ScannedObject[], maxDepth: number): OutputScanner {
  return new OutputScanner({
    tree: () => new ActionTree(true),
    root: (root) => roots.push(root) > 0,
    reasoning: new ReasoningText(() => {}),
    repairs: createRepairLog(),
    echo: new RepairedJson(),
    maxDepth,
  })
}
