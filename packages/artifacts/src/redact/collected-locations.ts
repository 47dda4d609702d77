import { formatPointer } from '@pf/core'
import type { Collected, CollectedEntry } from '../describe/collected.ts'
import { formatRef, parseRef } from '../describe/ref.ts'
import { needsRootName, rootName } from '../describe/root-name.ts'
import type { MarkPlan } from '../marking/mark-plan.ts'

/** Answers redaction's questions about what was collected. */
export interface CollectedLocations {
  entry(pointer: string): CollectedEntry | undefined
  /** REF of a place; undefined where nothing was collected. */
  ref(path: readonly (string | number)[]): string | undefined
}

/** Looks the entries up by pointer; a place inside or around an entry has a REF too. */
export function createCollectedLocations(observation: unknown, plan: MarkPlan, collected: Collected | undefined): CollectedLocations {
  const entries = new Map(collected?.entries.map((entry) => [entry.pointer, entry]))
  const around = new Set([...entries.keys()].flatMap(pointersAround))
  const head = collected?.entries[0] && parseRef(collected.entries[0].ref)
  const base = entries.has('') || needsRootName(observation, plan) ? [rootName] : []
  return {
    entry: (pointer) => entries.get(pointer),
    ref: (path) => (head && (around.has(formatPointer(path)) || isWithin(entries, path)) ? formatRef(head, [...base, ...path]) : undefined),
  }
}

/** The pointers of all places that an entry lies in. */
function pointersAround(pointer: string): string[] {
  const tokens = pointer.split('/')
  return tokens.slice(0, -1).map((_, index) => tokens.slice(0, index + 1).join('/'))
}

function isWithin(entries: ReadonlyMap<string, unknown>, path: readonly (string | number)[]): boolean {
  let pointer = ''
  for (const token of path) {
    if (entries.has(pointer)) return true
    pointer += formatPointer([token])
  }
  return entries.has(pointer)
}
