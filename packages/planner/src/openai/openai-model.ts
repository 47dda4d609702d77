import type { Model } from '../model/model.ts'
import { createDialect } from '../providers/dialect.ts'
import { serverOf } from '../providers/server-of.ts'
import { streamResponse } from '../providers/stream-response.ts'
import { adaptRequest } from '../providers/strict-roles.ts'
import { isJsonResponse, readBody } from './body-in-place-of-stream.ts'
import { createChunkReader } from './chunk-reader.ts'
import type { OpenAiModelOptions } from './openai-model-options.ts'
import { droppable, sentOf, toBody } from './request-body.ts'
import { streamEnd, watchDone } from './stream-end.ts'

/**
 * Creates a Model for chat completions, with streaming. If a 400 names an optional parameter, the parameter is dropped permanently and the
 * request is repeated. After a refusal of roles, or a 400 without a reason, messages of user and assistant alternate, if necessary with the
 * system prompt at the beginning of the first one. Failures become PfError `model_unavailable`, `model_cut`, `model_refused` or `context_overflow`, with messages that
 * contain no key and no payload; failures of the host's own code, such as its `fetch`, become `internal`.
 */
export function openaiModel(options: OpenAiModelOptions): Model {
  const { client, model } = options
  const dialect = createDialect(options.alternatingRoles ? ['repeated_roles'] : [])
  return {
    name: options.name ?? model,
    accepts: options.accepts ?? [],
    provider: options.provider ?? 'openai',
    ...serverOf(client),
    stream: (request, { signal }) => {
      const adapted = adaptRequest(request, { dialect, droppable, model })
      return streamResponse({
        reader: createChunkReader(model),
        signal,
        open: async () => {
          const body = toBody(options, dialect, adapted.next())
          adapted.sends(sentOf(body))
          return streamOf(client.chat.completions.create(body, { signal }))
        },
        adapt: adapted.adapt,
      })
    },
  }
}

/**
 * Returns the events of a call, or those of the completion or error that a server sends as JSON in place of a stream; none for any other
 * JSON. A client that a library for tracing has wrapped returns a promise without the response.
 */
async function streamOf(call: Call): Promise<AsyncIterable<unknown>> {
  if (typeof call.withResponse !== 'function') return await call
  const { data, response } = await call.withResponse()
  return isJsonResponse(response) ? eventsOf(await readBody(response)) : withEnd(data, watchDone(response))
}

async function* eventsOf(completion: unknown): AsyncGenerator<unknown> {
  if (completion !== undefined) yield* [completion, streamEnd]
}

async function* withEnd(data: AsyncIterable<unknown>, isDone: () => boolean): AsyncGenerator<unknown> {
  for await (const event of data) yield event
  if (isDone()) yield streamEnd
}

/** What the client returns for a request with a stream. */
type Call = PromiseLike<AsyncIterable<unknown>> & { withResponse?(): Promise<{ data: AsyncIterable<unknown>; response: Response }> }
