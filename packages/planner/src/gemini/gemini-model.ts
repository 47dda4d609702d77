import type { Model } from '../model/model.ts'
import { createDialect } from '../providers/dialect.ts'
import { imagesAndPdf } from '../providers/media-types.ts'
import { serverOf } from '../providers/server-of.ts'
import { streamResponse } from '../providers/stream-response.ts'
import { adaptRequest } from '../providers/strict-roles.ts'
import { droppable, toContentRequest } from './content-request.ts'
import type { GeminiModelOptions } from './gemini-model-options.ts'
import { createResponseReader } from './response-reader.ts'

/**
 * Creates a Model for Google's generateContent, with streaming. Thoughts become reasoning, and their signature is kept and sent back. If a
 * 400 names an optional parameter, the parameter is dropped permanently and the request is repeated; a model without thinking levels gets a
 * token budget instead. Failures are the same as for `openaiModel`.
 */
export function geminiModel(options: GeminiModelOptions): Model {
  const { client, model } = options
  const dialect = createDialect()
  const by = `gemini:${model}`
  return {
    name: options.name ?? model,
    accepts: options.accepts ?? imagesAndPdf.filter((type) => type !== 'image/gif'),
    provider: options.provider ?? 'gcp.gemini',
    ...serverOf(client),
    keepsReasoning: true,
    stream: (request, { signal }) => {
      const adapted = adaptRequest(request, { dialect, droppable, model })
      return streamResponse({
        reader: createResponseReader(model, by),
        signal,
        open: () => {
          const made = toContentRequest(options, dialect, adapted.next(), { by, signal })
          adapted.sends(made.sent)
          return client.models.generateContentStream(made.parameters)
        },
        adapt: adapted.adapt,
      })
    },
  }
}
