import { PfError } from '@pf/core'
import { isPfError } from '../util/thrown-message.ts'
import { isHostFault, isUnreadable } from './host-fault.ts'
import { type ProviderError, readProviderError } from './provider-error.ts'

/** Matches messages of endpoints that a prompt does not fit into the context. A completion limit that is too high is not included. */
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
const filtered = /content[ _-]?(filter|policy)|content_filter|invalid_prompt|bio_policy|usage polic/i
const quota =
  /insufficient_quota|exceeded your current quota|quota exceeded|billing|credit balance|spend limit|payment required|insufficient (funds|balance|credits)/i
const badKey = /api[ _-]?key not valid|API_KEY_INVALID|invalid[ _-]api[ _-]?key|invalid x-api-key|authentication_error/i
const unknownModel = /model_not_found|model[^.]{0,80}(does not exist|not found|is not (found|available|supported))|unknown model|no such model|not_found_error/i
const overloaded = /overloaded|server_busy|UNAVAILABLE|capacity/i

/** Matches the error of a client without a key, which is thrown when the client is first used. */
const missingKey = /LoadAPIKey|api key is missing|could not resolve authentication|no (api key|credentials)/i

type Fault = 'context' | 'filtered' | 'quota' | 'key' | 'permission' | 'model' | 'rate' | 'overloaded' | 'request' | 'server'

/**
 * Converts the error of a failed call to the error of a run. Its message is for the user and contains no text of the provider, which may
 * include a key, an address or the prompt. The provider's text, without credentials, is in `cause` and in `fields` for operators. `begun`
 * means that chunks were received, so the answer is cut rather than refused.
 */
export function toModelError(error: unknown, begun: boolean): PfError {
  if (isPfError(error)) return error
  const answered = readProviderError(error)
  const fault = answered && faultOf(answered)
  // A stream that breaks with a server error may succeed when it is requested again. A refused request would be refused again.
  if (answered && fault !== undefined && (!begun || (fault !== 'server' && fault !== 'overloaded'))) return ofFault(fault, answered)
  if (begun || isUnreadable(error))
    return new PfError('model_cut', 'The model stream was interrupted or sent unreadable data; ask again.', { cause: answered ?? error })
  if (error instanceof Error && missingKey.test(`${error.name} ${error.message}`))
    return new PfError('model_unavailable', 'The application has no API key for the model server. Set one.', { cause: error })
  if (isHostFault(error)) return new PfError('internal', 'The application failed while it called the model. Its log contains the reason.', { cause: error })
  return new PfError(
    'model_unavailable',
    'The model server could not be reached or could not answer. Check that it is running and that its address is correct.',
    {
      cause: answered ?? error,
    },
  )
}

/** True for a refused request whose error names neither a parameter nor any other reason that is known. */
export function isUnexplained(refusal: ProviderError): boolean {
  const { status, param } = refusal
  return (status === 400 || status === 422) && param === '' && faultOf(refusal) === 'request'
}

/** Returns the kind of fault; undefined for a connection error, which has neither a status nor a code. */
function faultOf({ status, code, type, message }: ProviderError): Fault | undefined {
  const text = `${code} ${type} ${message}`
  if (status === undefined && code === '' && type === '') return overflow.test(text) ? 'context' : undefined
  const isRequest = status === undefined || status === 400 || status === 422
  if ((isRequest || status === 413 || status === 500) && overflow.test(text)) return 'context'
  if ((isRequest || status === 403) && filtered.test(text)) return 'filtered'
  if (status === 402 || ((isRequest || status === 403 || status === 429) && quota.test(text))) return status === 429 && isRateOnly(text) ? 'rate' : 'quota'
  if (status === 401 || (isRequest && badKey.test(text)) || /^authentication_error$/.test(type)) return 'key'
  if (status === 404 || ((isRequest || status === 403) && unknownModel.test(text))) return 'model'
  if (status === 403 || type === 'permission_error') return 'permission'
  if (status === 429 || /rate_?limit/i.test(`${code} ${type}`)) return 'rate'
  if (status === 503 || status === 529 || (status === undefined && overloaded.test(text))) return 'overloaded'
  if (status === 413) return 'context'
  return status === undefined || status >= 500 || status === 408 || status === 409 ? 'server' : 'request'
}

/**
 * True for a rate limit. Google also uses "quota exceeded" for a limit per minute or per day, after which a retry can succeed; OpenAI's
 * quota is the account balance.
 */
const isRateOnly = (text: string) => /per[ _-]?(minute|day)|PerMinute|PerDay|retry in/i.test(text) && !/insufficient_quota|billing_hard_limit/i.test(text)

const sentences: Record<Fault, (status: string, wait: string) => string> = {
  context: () => "The conversation does not fit the model's context. Start a new thread or use a model with a larger one.",
  filtered: () => "The provider's content filter refused the request. Rephrase the question.",
  quota: () => 'The quota or the credit of the model account is used up. It must be raised before the model can answer again.',
  key: (status) => `The model server did not accept the API key${status}. Check the API key of the application.`,
  permission: (status) => `The API key of the application may not use this model${status}. Check the permissions of the key.`,
  model: (status) =>
    `The model server does not know the model of the application, or its address is wrong${status}. Check the base URL and the name of the model.`,
  rate: (status, wait) => `The model server is over its rate limit${status}. Try again ${wait}.`,
  overloaded: (status, wait) => `The model server is overloaded${status}. Try again ${wait}.`,
  request: (status) => `The model server refused the request as invalid${status}. The log of the application contains the reason.`,
  server: (status, wait) => `The model server failed${status}. Try again ${wait}.`,
}

function ofFault(fault: Fault, answered: ProviderError): PfError {
  const { status, code, requestId, retryAfterMs, rateLimits } = answered
  const wait = retryAfterMs === undefined ? (fault === 'rate' ? 'later' : 'in a moment') : `in ${Math.max(1, Math.ceil(retryAfterMs / 1_000))} s`
  const message = sentences[fault](status === undefined ? '' : ` (${status})`, wait)
  const fields = {
    ...(status === undefined ? {} : { status }),
    ...(code === '' ? {} : { provider_code: code }),
    ...(requestId === '' ? {} : { request_id: requestId }),
    ...(retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs }),
    ...(Object.keys(rateLimits).length === 0 ? {} : { rate_limits: { ...rateLimits } }),
    provider_text: answered.message,
  }
  return new PfError(fault === 'context' ? 'context_overflow' : fault === 'filtered' ? 'model_refused' : 'model_unavailable', message, {
    cause: answered,
    fields,
  })
}
