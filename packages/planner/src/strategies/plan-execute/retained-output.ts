import { toJson } from '@pf/artifacts'
import type { JsonValue } from '@pf/core'
import { walkJson } from '@pf/core/internal'
import { readTemplate } from '../../plans/reference.ts'
import type { PlannedRun } from '../../state/planned-run.ts'
import type { ToolOutcome } from '../../tools/tool-outcome.ts'

/** The real output of a call where a later one refers to it, which the state has to carry; null for all others. */
export function retainedOutput({ calls }: PlannedRun, index: number, { value, observation }: ToolOutcome): JsonValue {
  const needed = calls.slice(index + 1).some(({ arguments: args }) => refersTo(args, index))
  return needed ? toJson(value === undefined ? observation : value) : null
}

function refersTo(args: unknown, index: number): boolean {
  for (const { value } of walkJson(args)) {
    const read = typeof value === 'string' ? readTemplate(value) : undefined
    if (read?.kind === 'reference' && read.reference.index === index) return true
  }
  return false
}
