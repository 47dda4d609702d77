import { type ApprovalScope, type JsonSchema, type Owner, readPointer } from '@pf/core'
import type { AmountCondition, ApprovalOptions, ApprovalRule } from '../options/approval-options.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { compileCheck, type SchemaCheck } from '../tools/schema-check.ts'

/** The decision of the rules about a call. */
export type ApprovalDecision =
  | { decision: 'allow' }
  | { decision: 'deny'; rule: string; reason: string }
  | { decision: 'ask'; rule: string; reason: string; scopes: readonly ApprovalScope[]; answeredBy?: string; timeoutMs?: number }

/** The call that is about to run. */
export interface CallToDecide {
  tool: AgentTool
  /** The arguments as the tool receives them. */
  args: Record<string, unknown>
  owner: Owner
  /** True if the model may have read content from outside before it wrote the call. */
  untrusted: boolean
}

/** The compiled rules of an agent. */
export interface ApprovalRules {
  /** False for a tool whose calls are always allowed, regardless of their arguments. */
  concerns(tool: AgentTool): boolean
  decide(call: CallToDecide): ApprovalDecision
}

interface CompiledRule {
  rule: ApprovalRule
  args: SchemaCheck | undefined
}

/** Tags of tools whose server declares that they may be destructive or act outside of the system. */
export const annotatedTags: readonly string[] = ['destructive', 'open_world']

/** Compiles rules that were validated by `approvalFaults`. */
export function compileApprovals(options: ApprovalOptions | undefined): ApprovalRules | undefined {
  if (!options) return undefined
  const { rules, annotated = 'ask', otherwise = 'allow' } = options
  const defaults: ApprovalRule[] = [
    ...annotatedTags.map((tag) => ({ id: `annotated:${tag}`, decision: annotated, tags: [tag], reason: annotatedReasons[tag] ?? '' })),
    { id: 'otherwise', decision: otherwise },
  ]
  const compiled = [...rules, ...defaults].map((rule): CompiledRule => ({ rule, args: rule.args === undefined ? undefined : compileArgs(rule.args) }))
  const ofTool = (tool: AgentTool) => compiled.filter(({ rule }) => fitsTool(rule, tool))
  return {
    concerns: (tool) => ofTool(tool).some(({ rule }) => rule.decision !== 'allow'),
    decide(call) {
      const found = ofTool(call.tool).find((candidate) => fits(candidate, call))
      return found ? decisionOf(found.rule, call.tool) : { decision: 'allow' }
    },
  }
}

const annotatedReasons: Readonly<Record<string, string>> = {
  destructive: 'Its server declares that it may perform destructive updates.',
  open_world: 'Its server declares that it acts outside the system.',
}

/** Compiles the schema of a rule. A rule is data that may come from a file or a database, so the limits for external schemas apply. */
export const compileArgs = (schema: JsonSchema) => compileCheck(schema, {})

function fitsTool({ tools, tags }: ApprovalRule, tool: AgentTool): boolean {
  if (tool.work.kind === 'meta') return false
  const own = tool.work.kind === 'host' ? (tool.work.definition.tags ?? []) : []
  return (tools?.includes(tool.name) ?? true) && (tags?.some((tag) => own.includes(tag)) ?? true)
}

function fits({ rule, args: check }: CompiledRule, { args, owner, untrusted }: CallToDecide): boolean {
  if (rule.afterUntrusted && !untrusted) return false
  if (rule.owners && !rule.owners.includes(owner.id)) return false
  if (rule.tenants && !rule.tenants.includes(owner.tenant ?? '')) return false
  const unclear = rule.decision !== 'allow'
  return fitsSchema(check, args, unclear) && fitsAmount(rule.amount, args, unclear)
}

function fitsSchema(check: SchemaCheck | undefined, args: Record<string, unknown>, unclear: boolean): boolean {
  if (!check) return true
  const result = check.check(args)
  if (result.ok) return true
  return unclear && result.issues.some(({ code }) => code === 'check_stopped')
}

function fitsAmount(condition: AmountCondition | undefined, args: Record<string, unknown>, unclear: boolean): boolean {
  if (!condition) return true
  const { value } = readPointer(args, condition.at)
  if (typeof value !== 'number' || !Number.isFinite(value)) return unclear
  const { above, upTo = Number.POSITIVE_INFINITY } = condition
  // A negative amount, such as a payment in the other direction, is allowed only by a rule that names a negative limit.
  const isAbove = above === undefined ? unclear || value >= 0 : value > above
  return isAbove && value <= upTo
}

function decisionOf({ id, decision, reason, scopes = ['once'], answeredBy, timeoutMs }: ApprovalRule, tool: AgentTool): ApprovalDecision {
  if (decision === 'allow') return { decision }
  if (decision === 'deny') return { decision, rule: id, reason: reason || `the rule "${id}" denies calls of ${tool.name}` }
  return {
    decision,
    rule: id,
    reason: reason || `A call of ${tool.name} needs approval.`,
    scopes,
    ...(answeredBy === undefined ? {} : { answeredBy }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }
}
