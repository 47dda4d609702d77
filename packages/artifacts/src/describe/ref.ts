import { isRecord } from '@pf/core/internal'
import { plainView } from '../json/plain-view.ts'
import { type MarkPlan, markOf } from '../marking/mark-plan.ts'

/** Name that a result which is itself an artifact or a list gets in the payload. */
export const rootName = 'result'

/** Whether a result's artifacts stand under `result` because it is no object with fields. */
export function needsRootName(observation: unknown, plan: MarkPlan): boolean {
  if (markOf(plan.root, observation)) return true
  try {
    return !isRecord(plainView(observation))
  } catch {
    return true
  }
}

/** Percent-encodes what a REF or placeholder uses itself (`. # % >`, white space, control characters), so that it is one word. */
export function encodeSegment(segment: string): string {
  return segment.replaceAll(/[.#%>\s\p{Cc}]/gu, (character) => encodeURIComponent(character).replaceAll('.', '%2E').replaceAll('#', '%23'))
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Whose data a REF names: the nth call (from 1) of a tool that gave artifacts. */
export interface RefHead {
  tool: string
  call: number
}

/** A REF taken apart; `path` is the way to the data below the call's artifacts. */
export interface ParsedRef extends RefHead {
  path: string[]
}

/** Key of a call in `FinalPayload.artifacts`: `tool`, `tool#2` … */
export function payloadKey({ tool, call }: RefHead): string {
  return call === 1 ? tool : `${tool}#${call}`
}

/** Writes a REF: `TOOL["#"n] "." SEG ("." SEG)*`. */
export function formatRef(head: RefHead, path: readonly (string | number)[]): string {
  const start = payloadKey({ tool: encodeSegment(head.tool), call: head.call })
  return [start, ...path.map((segment) => encodeSegment(String(segment)))].join('.')
}

/** Reads a REF; undefined when it is none. */
export function parseRef(ref: string): ParsedRef | undefined {
  const [head = '', ...rest] = ref.split('.')
  const [name = '', number, ...more] = head.split('#')
  const tool = decodeSegment(name)
  const path = rest.map(decodeSegment)
  if (tool === undefined || tool === '' || rest.length === 0 || more.length > 0) return undefined
  if (number !== undefined && !/^[1-9]\d{0,6}$/.test(number)) return undefined
  const known = path.filter((segment) => segment !== undefined)
  return known.length === path.length ? { tool, call: Number(number ?? 1), path: known } : undefined
}
