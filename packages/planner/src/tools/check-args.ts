import type { ValidationIssue } from '@pf/core'
import type { AgentTool } from './agent-tool.ts'
import { type Coercion, coerceArgs } from './coerce-args.ts'

/** Valid arguments with the applied corrections, or the issues. */
export type CheckedArgs = { ok: true; args: Record<string, unknown>; coercions: Coercion[] } | { ok: false; issues: ValidationIssue[] }

/** Validates a copy of the arguments against the tool's input schema, fills in its defaults, and tries one round of coercion. */
export function checkArgs(tool: AgentTool, given: Record<string, unknown>): CheckedArgs {
  const args = structuredClone(given)
  const first = tool.inputCheck.check(args)
  if (first.ok) return { ok: true, args, coercions: [] }
  const coercions = coerceArgs(args, first.errors)
  if (coercions.length > 0 && tool.inputCheck.check(args).ok) return { ok: true, args, coercions }
  return { ok: false, issues: first.issues }
}
