import type { BudgetScope } from '@pf/core'
import { isRecord } from '@pf/core/internal'

/** Limits of one budget. An absent limit does not apply. */
export interface BudgetLimits {
  /** Number of input and output tokens. */
  tokens?: number
  /** Amount in the currency of the price table. */
  cost?: number
  /** Milliseconds during which a run is active, without the time it waits for an answer. */
  ms?: number
  modelCalls?: number
  /** Number of calls of the host's tools. */
  toolCalls?: number
}

/** Prices of a model per million tokens, in any one currency. */
export interface ModelPrice {
  input: number
  output: number
  /** Price of input tokens that the provider read from its cache. Default: `input`. */
  cached?: number
}

/** Limits for the spending of runs. The amounts are stored in `ports.spending`, by the same commit as the step that spent them. */
export interface BudgetOptions {
  /** One run with the subagents that it starts. A run that continues after a question is the same run. */
  run?: BudgetLimits
  thread?: BudgetLimits
  /** All runs of an owner on one day, in UTC. */
  day?: BudgetLimits
  /** All runs of an owner, without a time limit. */
  owner?: BudgetLimits
  /** Prices by name of the model. Limits of `cost` require a price for every model of the agent. */
  prices?: Readonly<Record<string, ModelPrice>>
  /**
   * The output tokens that are reserved for a model call, beside its input: the output limit of the model, or what its calls usually need.
   * Runs at once exceed a budget by what their calls write beyond this. Default 4,096.
   */
  reservedOutputTokens?: number
  /** The fraction of a budget, above 0 and below 1, after which the model is asked to finish. Default 0.8. */
  warnAt?: number
}

/** The scopes of budgets, narrowest first. */
export const budgetScopes: readonly BudgetScope[] = ['run', 'thread', 'day', 'owner']

/** Maps each option to its unit of spending. */
export const limitUnits = { tokens: 'tokens', cost: 'cost', ms: 'ms', modelCalls: 'model_calls', toolCalls: 'tool_calls' } as const

const isPositive = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value > 0
const isPrice = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0

/** Returns every fault of the budgets of an agent, described so that the host can correct it. `models` are the names of all models that it calls. */
export function budgetFaults(given: unknown, { models, hasStore }: { models: readonly string[]; hasStore: boolean }): string[] {
  if (given === undefined) return []
  if (!isRecord(given)) return ['budgets must be {run?, thread?, day?, owner?, prices?, reservedOutputTokens?, warnAt?}']
  const { prices, warnAt, reservedOutputTokens, ...scopes } = given
  const faults = Object.entries(scopes).flatMap(([scope, limits]) => scopeFaults(scope, limits))
  if (!hasStore) faults.push('budgets need ports.spending, which the stores of pf have')
  if (warnAt !== undefined && !(isPositive(warnAt) && Number(warnAt) < 1)) faults.push('budgets.warnAt must be a number above 0 and below 1')
  if (reservedOutputTokens !== undefined && !(Number.isInteger(reservedOutputTokens) && isPositive(reservedOutputTokens)))
    faults.push('budgets.reservedOutputTokens must be an integer above 0')
  if (prices !== undefined && !isRecord(prices)) return [...faults, 'budgets.prices must map names of models to {input, output, cached?}']
  const known = prices ?? {}
  for (const [name, price] of Object.entries(known)) {
    const isWhole = isRecord(price) && isPrice(price.input) && isPrice(price.output) && (price.cached === undefined || isPrice(price.cached))
    if (!isWhole) faults.push(`budgets.prices["${name.slice(0, 64)}"] must be {input, output, cached?}, prices for a million tokens`)
  }
  if (!Object.values(scopes).some((limits) => isRecord(limits) && limits.cost !== undefined)) return faults
  const unpriced = [...new Set(models)].filter((name) => !Object.hasOwn(known, name))
  return unpriced.length === 0
    ? faults
    : [...faults, `budgets limit the cost, but budgets.prices has no price for ${unpriced.map((name) => `"${name}"`).join(', ')}`]
}

function scopeFaults(scope: string, limits: unknown): string[] {
  if (!budgetScopes.some((known) => known === scope)) return [`budgets.${scope.slice(0, 40)} is not a budget; the budgets are ${budgetScopes.join(', ')}`]
  if (limits === undefined) return []
  if (!isRecord(limits)) return [`budgets.${scope} must be {${Object.keys(limitUnits).join('?, ')}?}`]
  return Object.entries(limits).flatMap(([name, value]) => {
    if (!Object.hasOwn(limitUnits, name)) return [`budgets.${scope}.${name.slice(0, 40)} is not a limit; the limits are ${Object.keys(limitUnits).join(', ')}`]
    return value === undefined || isPositive(value) ? [] : [`budgets.${scope}.${name} must be a number above 0`]
  })
}
