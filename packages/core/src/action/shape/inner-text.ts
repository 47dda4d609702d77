import { isRecord } from '../../json/records.ts'
import { RepairedJson } from '../../streaming/repaired-json.ts'
import { createActionTree } from '../scan/action-tree.ts'
import { OutputScanner } from '../scan/output-scanner.ts'
import { ReasoningText } from '../scan/reasoning-text.ts'
import { createRepairLog } from '../scan/repair-log.ts'
import type { ScannedObject } from '../scan/scan-types.ts'

/** The content of a string inside an action that was parsed as JSON. */
export type InnerText = { kind: 'object'; value: Record<string, unknown> } | { kind: 'text' } | { kind: 'broken' }

/**
 * Parses a string at a location where an object is expected. `object`: it contains one object and nothing else. `broken`: it starts like an
 * object but cannot be read. `text`: anything else.
 */
export function innerText(text: string, maxDepth: number): InnerText {
  const unwrapped = /^\s*"\s*\{/.test(text) ? unwrap(text) : undefined
  return readObjectText(unwrapped ?? text, maxDepth)
}

/** Returns the content of a text that is a JSON string. */
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
  const objects: ScannedObject[] = []
  const scanner = createScanner(objects, maxDepth)
  scanner.feed(text)
  scanner.end()
  const [object] = objects
  if (scanner.failure !== undefined || object?.cut) return { kind: 'broken' }
  if (!object || object.start !== text.indexOf('{') || text.slice(object.end).trim() !== '') return { kind: 'text' }
  const { root } = object.tree
  return isRecord(root) ? { kind: 'object', value: root } : { kind: 'text' }
}

function createScanner(objects: ScannedObject[], maxDepth: number): OutputScanner {
  return new OutputScanner({
    createTree: () => createActionTree(true),
    addObject: (object) => objects.push(object) > 0,
    reasoning: new ReasoningText(() => {}),
    repairs: createRepairLog(),
    repaired: new RepairedJson(),
    maxDepth,
  })
}
