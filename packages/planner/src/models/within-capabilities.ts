import type { Model, ModelRequest } from '../model/model.ts'
import type { ModelCapabilities } from './capabilities.ts'

/** Largest part of the context that is left for the output, if the output limit is larger or unknown. */
const outputShare = 0.25

/** Returns the tokens that a prompt may have, so that the output fits as well; undefined if the context is not known. */
export function promptTokens({ contextTokens, maxOutputTokens = Number.POSITIVE_INFINITY }: ModelCapabilities): number | undefined {
  return contextTokens === undefined ? undefined : Math.floor(contextTokens - Math.min(maxOutputTokens, contextTokens * outputShare))
}

/** Returns a model whose requests ask only for what it is known to support. Without it, an endpoint would refuse the first request and receive it again. */
export function withinCapabilities(model: Model, { jsonMode, nativeCalls }: ModelCapabilities): Model {
  const allowed = ({ responseFormat, tool, ...request }: ModelRequest): ModelRequest => {
    const format = typeof responseFormat === 'object' && jsonMode === 'object' ? 'json_object' : responseFormat
    return {
      ...request,
      ...(format === undefined || jsonMode === 'none' ? {} : { responseFormat: format }),
      ...(tool === undefined || nativeCalls === false ? {} : { tool }),
    }
  }
  return { ...model, stream: (request, options) => model.stream(allowed(request), options) }
}
