import { isRecord } from '@pf/core/internal'
import { emitVerdict } from '../hooks/ask-hook.ts'
import { announceUnconditionally } from '../run/announce-call.ts'
import type { Run } from '../run/run.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { errorOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'
import { type AnnouncedArgs, hasHiddenArgs } from './announced-args.ts'

/** Ends a call that does not run; its arguments are not shown. */
export function refuseCall(run: Run, tool: AgentTool, { reason, ...call }: AnnouncedArgs & { reason: string }): ToolOutcome {
  emitVerdict(run, 'beforeTool', { verdict: 'refused', text: `a call of ${tool.name} was refused (${reason})` })
  announceUnconditionally(run, tool, { ...locateCall(run, call), args: {} })
  return refused(reason)
}

/** Returns the outcome of a call that was not allowed, for the model. */
export const refused = (reason: string): ToolOutcome => ({
  ...errorOutcome('refused', `This call was not allowed: ${reason}. Do not try it again in another way; continue without it, or tell the user.`),
  status: 'skipped',
})

/** Returns the position of a call in the run. */
export function locateCall({ state }: Run, { tool_call_id, branch, plan_id }: AnnouncedArgs) {
  return { step: state.step, tool_call_id, ...(branch === undefined ? {} : { branch }), ...(plan_id === undefined ? {} : { plan_id }) }
}

/**
 * Returns the arguments that clients may see. Values that only the tool may see are replaced by their shown form. Arguments that a hook has
 * changed are not shown at all, because the hook may have moved such a value there.
 */
export function shownArgs(call: AnnouncedArgs, args: Record<string, unknown>): Record<string, unknown> {
  const { args: before, shown } = call
  if (!shown || !hasHiddenArgs(call)) return args
  const entries = Object.entries(args).map(([key, value]): [string, unknown] => {
    const kept = Object.hasOwn(before, key) && Object.hasOwn(shown, key) && sameJson(before[key], value)
    return [key, kept ? shown[key] : '<replaced>']
  })
  return Object.fromEntries(entries)
}

const sameJson = (one: unknown, other: unknown) => one === other || (isObject(one) && isObject(other) && JSON.stringify(one) === JSON.stringify(other))
const isObject = (value: unknown) => isRecord(value) || Array.isArray(value)
