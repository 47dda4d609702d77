import { PfError } from '@pf/core'
import { isPfError } from '../util/is-pf-error.ts'
import { type ApiError, apiErrorOf } from './api-error.ts'

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
