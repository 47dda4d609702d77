import { PfError } from '@pf/core'
import type { Model, ModelChunk, ModelRequest } from '../model/model.ts'
import { isPfError } from '../util/thrown-message.ts'
import { type ApiError, apiErrorOf } from './api-error.ts'
import { createChunkReader } from './chunk-reader.ts'
import type { OpenAiModelOptions } from './openai-model-options.ts'
import { type Dialect, toBody, withoutUnsupported } from './request-body.ts'

/** The ways in which endpoints say that a prompt does not fit; a completion limit that is too high is none of them. */
const overflow = new RegExp(
  [
    'context[ _-]?(length|window|size)',
    'maximum context',
    'too many (input )?tokens',
    '(prompt|input|request|conversation|messages?) (is|are|was|were) too (long|large)',
    '(prompt|input|request)( token)?( count| length)?[^.]{0,60} exceeds?( the)?( available| maximum| max| model| configured)*[ _-](length|limit|context|number|tokens?|size)',
    'maximum (prompt|input) length',
    'exceeded model token limit',
    'range of input length',
    'reduce the length of the (messages|prompt|input)',
    'too large for model with',
    'inputs?`? tokens \\+ `?max_new_tokens',
    '(first|keep) \\d+ tokens when context',
    'prompt_too_long|exceed_context_size|string_above_max_length|request_too_large|max_prompt_tokens',
  ].join('|'),
  'i',
)
const filtered = /content[ _-]?(filter|policy)|content_filter/i

/**
 * What a failed call means for a run. The provider's own words go no further than `cause`: they may hold a key, an address or the prompt.
 * `begun`: chunks had come, so the answer is cut rather than refused.
 */
export function toModelError(error: unknown, begun: boolean): PfError {
  if (isPfError(error)) return error
  const api = apiErrorOf(error)
  if (api?.status !== undefined) return ofStatus(api, api.status, error)
  if (api && overflow.test(`${api.code} ${api.type} ${api.message}`)) return tooLong({ cause: error })
  if (begun || error instanceof SyntaxError)
    return new PfError('model_cut', 'The model stream broke off or sent something unreadable; ask again.', { cause: error })
  return new PfError('model_unavailable', 'The model server could not be reached or could not answer. Check that it runs and its address.', { cause: error })
}

function ofStatus(api: ApiError, status: number, cause: unknown): PfError {
  const text = `${api.code} ${api.type} ${api.message}`
  const options = { cause, fields: { status } }
  if ((status === 400 || status === 413 || status === 422 || status === 500) && overflow.test(text)) return tooLong(options)
  if ((status === 400 || status === 403) && filtered.test(text))
    return new PfError('model_refused', "The provider's content filter refused the request. Word the question differently.", options)
  return new PfError('model_unavailable', `The model server answered ${status}. ${remedies.get(status) ?? 'Check the server and try again.'}`, options)
}

const tooLong = (options: { cause: unknown; fields?: { status: number } }) =>
  new PfError('context_overflow', "The conversation does not fit the model's context. Start a new thread or use a model with a larger one.", options)

const remedies = new Map([
  [401, 'Check the API key.'],
  [403, 'Check what the API key may use.'],
  [404, 'Check the base URL and the name of the model.'],
  [429, 'It is over its rate limit; try again later.'],
])

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
