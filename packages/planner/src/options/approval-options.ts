import type { ApprovalScope, JsonSchema } from '@pf/core'

/** A number in the arguments of a call, and the range in which it has to be. */
export interface AmountCondition {
  /** JSON Pointer into the arguments, such as `/amount`. */
  at: string
  /** Fits amounts above this one. */
  above?: number
  /** Fits amounts up to this one. */
  upTo?: number
}

/**
 * What is to happen with calls that fit every condition of the rule. A condition that cannot be evaluated, such as an amount that is no number,
 * fits a rule that asks or denies, and never one that allows.
 */
export interface ApprovalRule {
  /** Name of the rule, in the audit log and in grants. Unique, at most 100 characters. A renamed rule has no grants. */
  id: string
  decision: 'allow' | 'ask' | 'deny'
  /** Names of tools. Without `tools` and `tags`, the rule holds for all tools. */
  tools?: readonly string[]
  /** The tool has one of these tags. MCP tools have `destructive` and `open_world` where their server says so. */
  tags?: readonly string[]
  /** Ids of owners. */
  owners?: readonly string[]
  /** Tenants of owners. */
  tenants?: readonly string[]
  /** A JSON Schema that the arguments fit. */
  args?: JsonSchema
  amount?: AmountCondition
  /** Why, in one sentence that the user and the model read. */
  reason?: string
  /** With `ask`: how long an approval may hold, for the user to choose. Default `once` only. */
  scopes?: readonly ApprovalScope[]
  /** With `ask`: the role of the people of the owner's tenant who answer. Without it the owner answers. */
  answeredBy?: string
  /** With `ask`: milliseconds until nobody is asked any more. Default `limits.answerMs`. */
  timeoutMs?: number
}

/** Which calls of tools are allowed, asked about and denied. The first rule that fits decides. */
export interface ApprovalOptions {
  rules: readonly ApprovalRule[]
  /** For calls that no rule fits. Default `allow`. */
  otherwise?: 'allow' | 'ask' | 'deny'
  /** For tools that are tagged `destructive` or `open_world` and that no rule fits, such as MCP tools with these annotations. Default `ask`. */
  annotated?: 'allow' | 'ask' | 'deny'
}
