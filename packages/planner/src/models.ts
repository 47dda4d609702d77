// The public face of @pf/planner/models. Loads the port and the client of a provider when it is asked for.

export { type CapabilityEntry, capabilitiesOf, type ModelCapabilities, type ModelPrices, modelCapabilities } from './models/capabilities.ts'
export { type ModelOfOptions, type ModelWithCapabilities, modelOf } from './models/model-of.ts'
export { type ProviderName, providers } from './models/providers.ts'
