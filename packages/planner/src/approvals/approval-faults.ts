import { type JsonSchema, PfError } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { thrownMessage } from '../util/thrown-message.ts'
import { compileArgs } from './rules.ts'

const decisions: readonly unknown[] = ['allow', 'ask', 'deny']
const allScopes: readonly unknown[] = ['once', 'thread', 'always']
const ruleMembers = ['id', 'decision', 'tools', 'tags', 'owners', 'tenants', 'args', 'amount', 'afterUntrusted', 'reason', 'scopes', 'answeredBy', 'timeoutMs']

/** The parts of the configuration on which rules depend. */
export interface ApprovalNeeds {
  /** True if the components for questions are enabled. */
  canAsk: boolean
  /** True if the stores keep grants. */
  hasGrants: boolean
  /** True if a tool has a tag of an MCP annotation. */
  hasAnnotated: boolean
  /** Names of the tools. */
  tools: readonly string[]
  /** True if content from outside is marked. */
  marksContent: boolean
}

/** Returns every fault of the approval rules of an agent, described so that the host can correct it. */
export function approvalFaults(given: unknown, { canAsk, hasGrants, hasAnnotated, tools, marksContent }: ApprovalNeeds): string[] {
  if (given === undefined) return []
  if (!isRecord(given) || !Array.isArray(given.rules)) return ['approvals must be {rules, otherwise?, annotated?}']
  const rules: unknown[] = given.rules
  const ids = rules.map((rule) => (isRecord(rule) ? rule.id : undefined))
  const asks = [...rules.filter(isRecord).map(({ decision }) => decision), given.otherwise, ...(hasAnnotated ? [given.annotated ?? 'ask'] : [])].includes('ask')
  const lasting = rules.filter(isRecord).some(({ scopes }) => Array.isArray(scopes) && scopes.some((scope) => scope !== 'once'))
  return [
    ...['otherwise', 'annotated'].flatMap((name) =>
      given[name] === undefined || decisions.includes(given[name]) ? [] : [`approvals.${name} must be one of allow, ask, deny`],
    ),
    ...Object.keys(given).flatMap((name) => (['rules', 'otherwise', 'annotated'].includes(name) ? [] : [`approvals.${name.slice(0, 40)} is not an option`])),
    ...[...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))].map((id) => `two approval rules have the id "${String(id).slice(0, 100)}"`),
    ...rules.flatMap((rule, index) => ruleFaults(rule, index, { tools, marksContent })),
    ...(asks && !canAsk ? ['rules with the decision ask need richOutput with the components confirm and select_option enabled'] : []),
    ...(lasting && !hasGrants ? ['approvals with the scopes thread or always need ports.grants, which the stores of pf have'] : []),
  ]
}

function ruleFaults(rule: unknown, index: number, { tools, marksContent }: Pick<ApprovalNeeds, 'tools' | 'marksContent'>): string[] {
  const at = `approvals.rules[${index}]`
  if (!isRecord(rule)) return [`${at} must be {id, decision, …}`]
  const { id, decision, args, amount, reason, scopes, answeredBy, timeoutMs, afterUntrusted } = rule
  const isText = (value: unknown) => value === undefined || (typeof value === 'string' && value !== '' && value.length <= 500)
  const lists = ['tools', 'tags', 'owners', 'tenants'].filter((name) => {
    const list: unknown = rule[name]
    return list !== undefined && !(Array.isArray(list) && list.every((item) => typeof item === 'string'))
  })
  const unknown = Array.isArray(rule.tools) ? rule.tools.filter((name) => !tools.includes(String(name))) : []
  return [
    ...Object.keys(rule).flatMap((name) =>
      ruleMembers.includes(name) ? [] : [`${at}.${name.slice(0, 40)} is not a member of a rule; the members are ${ruleMembers.join(', ')}`],
    ),
    ...(typeof id === 'string' && id !== '' && id.length <= 100 ? [] : [`${at}.id must be a string of 1 to 100 characters`]),
    ...(decisions.includes(decision) ? [] : [`${at}.decision must be one of allow, ask, deny`]),
    ...(afterUntrusted === undefined || (afterUntrusted === true && (decision === 'ask' || decision === 'deny'))
      ? []
      : [`${at}.afterUntrusted must be true, and belongs to rules that ask or deny`]),
    ...(afterUntrusted === undefined || marksContent ? [] : [`${at}.afterUntrusted needs guardrails.untrustedContent`]),
    ...lists.map((name) => `${at}.${name} must be a list of strings`),
    ...unknown.map((name) => `${at}.tools names "${String(name).slice(0, 64)}", which is not the name of a tool`),
    ...(args === undefined ? [] : schemaFaults(args, at)),
    ...(amount === undefined || isAmount(amount) ? [] : [`${at}.amount must be {at, above?, upTo?} with a JSON Pointer and numbers`]),
    ...(isText(reason) ? [] : [`${at}.reason must be a string of at most 500 characters`]),
    ...(isText(answeredBy) ? [] : [`${at}.answeredBy must be the name of a role`]),
    ...(scopes === undefined || (Array.isArray(scopes) && scopes.length > 0 && scopes.every((scope) => allScopes.includes(scope)))
      ? []
      : [`${at}.scopes must be a list of once, thread, always`]),
    ...(timeoutMs === undefined || (Number.isInteger(timeoutMs) && Number(timeoutMs) > 0) ? [] : [`${at}.timeoutMs must be an integer, in milliseconds`]),
  ]
}

function isAmount(amount: unknown): boolean {
  if (!isRecord(amount) || typeof amount.at !== 'string' || !amount.at.startsWith('/')) return false
  const limits = [amount.above, amount.upTo]
  return limits.some((limit) => limit !== undefined) && limits.every((limit) => limit === undefined || Number.isFinite(limit))
}

function schemaFaults(schema: unknown, at: string): string[] {
  try {
    compileArgs(schema as JsonSchema)
    return []
  } catch (error) {
    return [`${at}.args is not valid: ${PfError.isInstance(error) ? error.message : thrownMessage(error)}`]
  }
}
