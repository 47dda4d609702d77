import type { Model } from '../model/model.ts'
import { type Dialect, dropNamed } from '../providers/dialect.ts'
import { streamResponse } from '../providers/stream-response.ts'
import type { AnthropicModelOptions } from './anthropic-model-options.ts'
import { createEventReader } from './event-reader.ts'
import { droppable, toMessageBody } from './message-body.ts'

/**
 * A Model over the Messages API of Anthropic, streamed. Thinking is kept with its signature and sent back. A 400 that names a parameter of ours
 * drops it, asks again and remembers; a model without adaptive thinking gets a budget of tokens instead. Fails as `openaiModel` does.
 */
export function anthropicModel(options: AnthropicModelOptions): Model {
  const { client, model } = options
  const dialect: Dialect = { unsupported: new Set() }
  const by = `anthropic:${model}`
  return {
    name: options.name ?? model,
    stream: (request, { signal }) => {
      let sent: readonly string[] = []
      return streamResponse({
        reader: createEventReader(model, by),
        signal,
        open: () => {
          const made = toMessageBody(options, dialect, request, by)
          sent = made.sent
          return client.messages.create(made.body, { signal })
        },
        adapt: (refusal) => dropNamed(dialect, refusal, { droppable, sent }),
      })
    },
  }
}
