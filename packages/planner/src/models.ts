// The public API of @pf/planner/models. The port and the client of a provider are loaded on demand.

export { type CapabilityEntry, capabilitiesOf, type ModelCapabilities, type ModelPrices, modelCapabilities } from './models/capabilities.ts'
export { type ModelOfOptions, type ModelWithCapabilities, modelOf } from './models/model-of.ts'
export { type PricesPerMillion, pricesOf } from './models/prices-of.ts'
export { type ProviderName, providers } from './models/providers.ts'
