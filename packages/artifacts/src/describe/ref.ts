import { decodePercent, isRecord } from '@pf/core/internal'
import { plainView } from '../json/plain-view.ts'
import { type MarkPlan, markOf } from '../marking/mark-plan.ts'

/** Name in the payload of a result that is itself an artifact or a list. */
export const rootName = 'result'

/** True if the artifacts of a result are stored under `result` because the result is not an object with fields. */
export function needsRootName(observation: unknown, plan: MarkPlan): boolean {
  if (markOf(plan.root, observation)) return true
  try {
    return !isRecord(plainView(observation))
  } catch {
    return true
  }
}

/** Percent-encodes the characters that have a meaning in a REF or placeholder (`. # % >`, white space, control characters), so that the segment is one word. */
export function encodeSegment(segment: string): string {
  return segment.replaceAll(/[.#%>\s\p{Cc}]/gu, (character) => encodeURIComponent(character).replaceAll('.', '%2E').replaceAll('#', '%23'))
}

/** Identifies the call of a REF: the nth call (from 1) of a tool that returned artifacts. */
export interface RefHead {
  tool: string
  call: number
}

/** A parsed REF. `path` leads to the data below the artifacts of the call. */
export interface ParsedRef extends RefHead {
  path: string[]
}

/** Returns the key of a call in `FinalPayload.artifacts`: `tool`, `tool#2` … */
export function payloadKey({ tool, call }: RefHead): string {
  return call === 1 ? tool : `${tool}#${call}`
}

/** Writes a REF: `TOOL["#"n] "." SEG ("." SEG)*`. */
export function formatRef(head: RefHead, path: readonly (string | number)[]): string {
  const start = payloadKey({ tool: encodeSegment(head.tool), call: head.call })
  return [start, ...path.map((segment) => encodeSegment(String(segment)))].join('.')
}

/** Parses a REF. Returns undefined if the text is not one. */
export function parseRef(ref: string): ParsedRef | undefined {
  const [head = '', ...rest] = ref.split('.')
  const [name = '', number, ...more] = head.split('#')
  const tool = decodePercent(name)
  const path = rest.map(decodePercent)
  if (tool === undefined || tool === '' || rest.length === 0 || more.length > 0) return undefined
  if (number !== undefined && !/^[1-9]\d{0,6}$/.test(number)) return undefined
  const known = path.filter((segment) => segment !== undefined)
  return known.length === path.length ? { tool, call: Number(number ?? 1), path: known } : undefined
}
