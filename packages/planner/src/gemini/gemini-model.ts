import type { Model } from '../model/model.ts'
import { type Dialect, dropNamed } from '../providers/dialect.ts'
import { streamResponse } from '../providers/stream-response.ts'
import { droppable, toContentRequest } from './content-request.ts'
import type { GeminiModelOptions } from './gemini-model-options.ts'
import { createResponseReader } from './response-reader.ts'

/**
 * A Model over Google's generateContent, streamed. Thoughts are reasoning, and their signature is kept and sent back. A 400 that names a
 * parameter of ours drops it, asks again and remembers; a model without levels of thinking gets a budget of tokens instead. Fails as
 * `openaiModel` does.
 */
export function geminiModel(options: GeminiModelOptions): Model {
  const { client, model } = options
  const dialect: Dialect = { unsupported: new Set() }
  const by = `gemini:${model}`
  return {
    name: options.name ?? model,
    stream: (request, { signal }) => {
      let sent: readonly string[] = []
      return streamResponse({
        reader: createResponseReader(model, by),
        signal,
        open: () => {
          const made = toContentRequest(options, dialect, request, { by, signal })
          sent = made.sent
          return client.models.generateContentStream(made.parameters)
        },
        adapt: (refusal) => dropNamed(dialect, refusal, { droppable, sent }),
      })
    },
  }
}
