import { PfError } from '@pf/core'
import type { Model, ModelChunk, ModelRequest } from '../model/model.ts'
import { createChunkReader } from './chunk-reader.ts'
import type { OpenAiModelOptions } from './openai-model-options.ts'
import { type Dialect, toBody, withoutUnsupported } from './request-body.ts'
import { toModelError } from './to-model-error.ts'

/**
 * A Model over chat completions, streamed. A 400 that names a parameter of ours drops it, asks again and remembers. Failures become
 * PfError `model_unavailable`, `model_cut`, `model_refused` or `context_overflow`, with messages that hold no key and no payload.
 */
export function openaiModel(options: OpenAiModelOptions): Model {
  const dialect: Dialect = { unsupported: new Set() }
  return {
    name: options.name ?? options.model,
    stream: (request, { signal }) => streamChat(options, dialect, { request, signal }),
  }
}

/** A web page or plain JSON in place of a stream: its reader skips all of it without a word. */
const nothingRead = 'The model server answered with nothing that is a completion. Check the base URL, which often ends in /v1, and ask again.'

interface Call {
  request: ModelRequest
  signal: AbortSignal
}

async function* streamChat(options: OpenAiModelOptions, dialect: Dialect, call: Call): AsyncGenerator<ModelChunk, void, undefined> {
  const reader = createChunkReader(options.model)
  try {
    const stream = await open(options, dialect, call)
    for await (const chunk of stream) yield* reader.read(chunk)
    // An aborted request ends its loop without an error.
    call.signal.throwIfAborted()
    if (!reader.begun) throw new PfError('model_cut', nothingRead)
  } catch (error) {
    throw call.signal.aborted ? call.signal.reason : toModelError(error, reader.begun)
  }
}

/** Each refusal drops at least one parameter, so this ends. */
async function open(options: OpenAiModelOptions, dialect: Dialect, { request, signal }: Call) {
  while (true) {
    const body = toBody(options, dialect, request)
    try {
      return await options.client.chat.completions.create(body, { signal })
    } catch (error) {
      if (signal.aborted || !withoutUnsupported(dialect, body, error)) throw error
    }
  }
}
