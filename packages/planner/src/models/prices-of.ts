import { PfError } from '@pf/core'
import type { ModelWithCapabilities } from './model-of.ts'

/** Prices of a million tokens, as `budgets.prices` has them. */
export interface PricesPerMillion {
  input: number
  output: number
  /** Price of input tokens that the provider read from its cache. */
  cached?: number
}

/**
 * Returns the price table of models for `budgets.prices`, in US dollars, from the capabilities: those that the host passed to `modelOf`, or
 * those of `modelCapabilities`, which were read on the page and the day that `capabilities.prices` names and may have changed since. Throws
 * PfError `invalid_config` for a model without known prices.
 */
export function pricesOf(...models: readonly ModelWithCapabilities[]): Record<string, PricesPerMillion> {
  return Object.fromEntries(
    models.map(({ name, capabilities: { prices } }) => {
      if (!prices) throw new PfError('invalid_config', `The prices of the model "${name.slice(0, 60)}" are not known. Pass them as capabilities of modelOf.`)
      const { input, output, cachedInput } = prices
      return [name, { input, output, ...(cachedInput === undefined ? {} : { cached: cachedInput }) }]
    }),
  )
}
