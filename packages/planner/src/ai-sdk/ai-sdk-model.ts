import type { LanguageModelV4 } from '@ai-sdk/provider'
import { PfError } from '@pf/core'
import type { Model } from '../model/model.ts'
import { createDialect } from '../providers/dialect.ts'
import { streamResponse } from '../providers/stream-response.ts'
import { adaptRequest } from '../providers/strict-roles.ts'
import type { AiSdkModelOptions } from './ai-sdk-model-options.ts'
import { droppable, toCallOptions } from './call-options.ts'
import { createPartReader } from './part-reader.ts'

const versions: ReadonlySet<string> = new Set(['v2', 'v3', 'v4'])

/**
 * Creates a Model from any model of the AI SDK, with streaming. If a refusal names an optional setting, the setting is dropped permanently
 * and the request is repeated. Failures are the same as for `openaiModel`; throws PfError `invalid_config` for a model of an unsupported
 * version of the interface.
 */
export function aiSdkModel(options: AiSdkModelOptions): Model {
  const { specificationVersion, provider, modelId } = options.model
  if (!versions.has(specificationVersion))
    throw new PfError('invalid_config', `aiSdkModel supports models of the AI SDK 5 to 7 (LanguageModelV2 to V4), not ${String(specificationVersion)}.`)
  // The versions differ in the types of members that are not used here, and in forms that the reader supports.
  const model = options.model as LanguageModelV4
  const dialect = createDialect()
  const by = `ai-sdk:${provider}:${modelId}`
  return {
    name: options.name ?? modelId,
    accepts: options.accepts ?? [],
    provider: options.provider ?? provider.split('.', 1)[0] ?? provider,
    keepsReasoning: true,
    stream: (request, { signal }) => {
      const adapted = adaptRequest(request, { dialect, droppable, model: modelId })
      return streamResponse({
        reader: createPartReader(modelId, by),
        signal,
        open: async () => {
          const made = toCallOptions(options, dialect, adapted.next(), { by, signal })
          adapted.sends(made.sent)
          const { stream } = await model.doStream(made.callOptions)
          return stream as unknown as AsyncIterable<unknown>
        },
        adapt: adapted.adapt,
      })
    },
  }
}
