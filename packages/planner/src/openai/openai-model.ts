import type { Model } from '../model/model.ts'
import type { Dialect } from '../providers/dialect.ts'
import { streamResponse } from '../providers/stream-response.ts'
import { createChunkReader } from './chunk-reader.ts'
import type { OpenAiModelOptions } from './openai-model-options.ts'
import { adaptBody, toBody } from './request-body.ts'

/**
 * Creates a Model for chat completions, with streaming. If a 400 names an optional parameter, the parameter is dropped permanently and the
 * request is repeated. Failures become PfError `model_unavailable`, `model_cut`, `model_refused` or `context_overflow`, with messages that
 * contain no key and no payload; failures of the host's own code, such as its `fetch`, become `internal`.
 */
export function openaiModel(options: OpenAiModelOptions): Model {
  const { client, model } = options
  const dialect: Dialect = { unsupported: new Set() }
  return {
    name: options.name ?? model,
    stream: (request, { signal }) => {
      let body = toBody(options, dialect, request)
      return streamResponse({
        reader: createChunkReader(model),
        signal,
        open: async () => {
          body = toBody(options, dialect, request)
          return client.chat.completions.create(body, { signal })
        },
        adapt: (refusal) => adaptBody(dialect, body, refusal),
      })
    },
  }
}
