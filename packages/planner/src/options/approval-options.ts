import type { ApprovalScope, JsonSchema } from '@pf/core'

/** A number in the arguments of a call, and the range in which it must be. */
export interface AmountCondition {
  /** JSON Pointer into the arguments, such as `/amount`. */
  at: string
  /** Matches amounts above this value. Without it, a rule that allows matches amounts from 0, and other rules match negative ones as well. */
  above?: number
  /** Matches amounts up to and including this value. */
  upTo?: number
}

/**
 * The decision on calls that match every condition of the rule. A condition that cannot be evaluated, such as an amount that is not a
 * number, matches for a rule that asks or denies, and never for a rule that allows.
 */
export interface ApprovalRule {
  /** Name of the rule in the audit log and in grants. Unique, at most 100 characters. Grants do not apply to a renamed rule. */
  id: string
  decision: 'allow' | 'ask' | 'deny'
  /** Names of tools. Without `tools` and `tags`, the rule applies to all tools. */
  tools?: readonly string[]
  /** Tags, one of which the tool must have. MCP tools have `destructive` and `open_world` if their server declares them. */
  tags?: readonly string[]
  /** Ids of owners. */
  owners?: readonly string[]
  /** Tenants of owners. */
  tenants?: readonly string[]
  /** A JSON Schema that the arguments must match. */
  args?: JsonSchema
  amount?: AmountCondition
  /**
   * With `ask` and `deny`: the rule applies only when the run has read content from outside, or content in which heuristics found something.
   * Background tasks count as such runs. Needs `guardrails.untrustedContent`.
   */
  afterUntrusted?: true
  /** The reason, in one sentence for the user and the model. */
  reason?: string
  /** With `ask`: the scopes of approval that the user can choose. Default: only `once`. */
  scopes?: readonly ApprovalScope[]
  /** With `ask`: the role of the users in the owner's tenant who answer. Without it, the owner answers. */
  answeredBy?: string
  /** With `ask`: milliseconds until the question expires. Default `limits.answerMs`. */
  timeoutMs?: number
}

/** Rules for tool calls. The first matching rule decides. */
export interface ApprovalOptions {
  rules: readonly ApprovalRule[]
  /** For calls without a matching rule. Default `allow`. */
  otherwise?: 'allow' | 'ask' | 'deny'
  /** For tools with the tag `destructive` or `open_world` and without a matching rule, such as MCP tools with these annotations. Default `ask`. */
  annotated?: 'allow' | 'ask' | 'deny'
}
