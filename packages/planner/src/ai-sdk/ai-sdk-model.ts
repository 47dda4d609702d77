import type { LanguageModelV4 } from '@ai-sdk/provider'
import { PfError } from '@pf/core'
import type { Model } from '../model/model.ts'
import { type Dialect, dropNamed } from '../providers/dialect.ts'
import { streamResponse } from '../providers/stream-response.ts'
import type { AiSdkModelOptions } from './ai-sdk-model-options.ts'
import { droppable, toCallOptions } from './call-options.ts'
import { createPartReader } from './part-reader.ts'

const versions: ReadonlySet<string> = new Set(['v2', 'v3', 'v4'])

/**
 * A Model over any model of the AI SDK, streamed. A refusal that names a setting of ours drops it, asks again and remembers. Fails as
 * `openaiModel` does; throws PfError `invalid_config` for a model of another version of the interface.
 */
export function aiSdkModel(options: AiSdkModelOptions): Model {
  const { specificationVersion, provider, modelId } = options.model
  if (!versions.has(specificationVersion))
    throw new PfError('invalid_config', `aiSdkModel reads models of the AI SDK 5 to 7 (LanguageModelV2 to V4), not ${String(specificationVersion)}.`)
  // The interfaces differ in types of members that are not used here, and in the forms that the reader knows.
  const model = options.model as LanguageModelV4
  const dialect: Dialect = { unsupported: new Set() }
  const by = `ai-sdk:${provider}:${modelId}`
  return {
    name: options.name ?? modelId,
    stream: (request, { signal }) => {
      let sent: readonly string[] = []
      return streamResponse({
        reader: createPartReader(modelId, by),
        signal,
        open: async () => {
          const made = toCallOptions(options, dialect, request, { by, signal })
          sent = made.sent
          const { stream } = await model.doStream(made.callOptions)
          return stream as unknown as AsyncIterable<unknown>
        },
        adapt: (refusal) => dropNamed(dialect, refusal, { droppable, sent }),
      })
    },
  }
}
