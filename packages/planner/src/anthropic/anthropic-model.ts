import type { Model } from '../model/model.ts'
import { createDialect } from '../providers/dialect.ts'
import { imagesAndPdf } from '../providers/media-types.ts'
import { serverOf } from '../providers/server-of.ts'
import { streamResponse } from '../providers/stream-response.ts'
import { adaptRequest } from '../providers/strict-roles.ts'
import type { AnthropicModelOptions } from './anthropic-model-options.ts'
import { createEventReader } from './event-reader.ts'
import { droppable, toMessageBody } from './message-body.ts'

/**
 * Creates a Model for the Messages API of Anthropic, with streaming. Thinking is kept with its signature and sent back. If a 400 names an
 * optional parameter, the parameter is dropped permanently and the request is repeated; a model without adaptive thinking gets a token
 * budget instead. Failures are the same as for `openaiModel`.
 */
export function anthropicModel(options: AnthropicModelOptions): Model {
  const { client, model } = options
  const dialect = createDialect()
  const by = `anthropic:${model}`
  return {
    name: options.name ?? model,
    accepts: options.accepts ?? imagesAndPdf,
    provider: options.provider ?? 'anthropic',
    ...serverOf(client),
    keepsReasoning: true,
    stream: (request, { signal }) => {
      const adapted = adaptRequest(request, { dialect, droppable, model })
      return streamResponse({
        reader: createEventReader(model, by),
        signal,
        open: () => {
          const made = toMessageBody(options, dialect, adapted.next(), by)
          adapted.sends(made.sent)
          return client.messages.create(made.body, { signal })
        },
        adapt: adapted.adapt,
      })
    },
  }
}
