import { type OpenAiError, openAiError } from '../request/open-ai-error.ts'
import { bodySteps, errorSteps } from '../wire/wire-steps.ts'
import { defineFaults, type FaultContext, type FaultMode } from './fault-mode.ts'

const serverError = { type: 'server_error' }
const errors = {
  400: openAiError(400, 'Your request could not be understood.'),
  401: openAiError(401, 'Incorrect API key provided: sk-scripted-0123456789abcdef. You can find your API key in your account settings.', {
    code: 'invalid_api_key',
  }),
  403: openAiError(403, 'Your project is not allowed to use this model.', { code: 'model_not_allowed' }),
  404: openAiError(404, 'The model does not exist or you do not have access to it.', { code: 'model_not_found', param: 'model' }),
  408: openAiError(408, 'The request timed out.', serverError),
  409: openAiError(409, 'The request conflicts with another one.', serverError),
  429: openAiError(429, 'Rate limit reached for requests. Please try again later.', { type: 'requests', code: 'rate_limit_exceeded' }),
  500: openAiError(500, 'The server had an error while processing your request.', serverError),
  502: openAiError(502, 'Bad gateway.', serverError),
  503: openAiError(503, 'The engine is currently overloaded, please try again later.', { ...serverError, code: 'overloaded' }),
  504: openAiError(504, 'Gateway timeout.', serverError),
} satisfies Record<number, OpenAiError>

type Status = keyof typeof errors
const refuse = (status: Status) => (context: FaultContext) => errorSteps(errors[status], retryHeaders(context))
const refuseWith = (make: (context: FaultContext) => OpenAiError) => (context: FaultContext) => errorSteps(make(context), retryHeaders(context))

function retryHeaders({ options: { retryAfterMs } }: FaultContext): Record<string, string> {
  return retryAfterMs === undefined ? {} : { 'retry-after-ms': String(retryAfterMs), 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }
}

const refusedParam = ({ options }: FaultContext) => options.param ?? 'response_format'
const sent = (context: FaultContext) => Object.hasOwn(context.request.body, refusedParam(context))
const promptTokens = ({ request }: FaultContext) => request.messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 4096)

/** Faults that respond with an error status instead of a completion. */
export const statusFaults = defineFaults({
  ...(Object.fromEntries(Object.keys(errors).map((status) => [status, { instead: refuse(Number(status) as Status) }])) as Record<`${Status}`, FaultMode>),
  '429-then-ok': { times: 1, instead: refuse(429) },
  '500-then-ok': { times: 1, instead: refuse(500) },
  '503-then-ok': { times: 1, instead: refuse(503) },
  quota: {
    instead: refuseWith(() => openAiError(429, 'You exceeded your current quota.', { type: 'insufficient_quota', code: 'insufficient_quota' })),
  },
  'html-502': { instead: () => bodySteps('<html><body><h1>502 Bad Gateway</h1></body></html>', { status: 502, type: 'text/html' }) },
  'context-overflow': {
    instead: refuseWith((context) =>
      openAiError(400, `This model's maximum context length is 4096 tokens. However, your messages resulted in ${promptTokens(context)} tokens.`, {
        param: 'messages',
        code: 'context_length_exceeded',
      }),
    ),
  },
  'context-overflow-text': {
    instead: refuseWith(() => openAiError(400, 'the request exceeds the available context size, try increasing it', { type: 'exceed_context_size_error' })),
  },
  'unsupported-parameter': {
    applies: sent,
    instead: refuseWith((context) => {
      const param = refusedParam(context)
      return openAiError(400, `Unsupported parameter: '${param}' is not supported with this model.`, { param, code: 'unsupported_parameter' })
    }),
  },
  'unsupported-parameter-text': {
    applies: sent,
    instead: refuseWith((context) => openAiError(400, `Unrecognized request argument supplied: ${refusedParam(context)}`)),
  },
  'strict-roles': {
    applies: ({ request }) => request.messages.some(({ role }, index) => role !== (index % 2 === 0 ? 'user' : 'assistant')),
    instead: refuseWith(({ options }) => openAiError(400, options.message ?? 'Conversation roles must alternate user/assistant/user/assistant/...')),
  },
  'json-word': {
    applies: ({ request }) =>
      JSON.stringify(request.body.response_format ?? null).includes('json_object') && !request.messages.some(({ content }) => /json/i.test(content)),
    instead: refuseWith(() =>
      openAiError(400, "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.", { param: 'messages' }),
    ),
  },
})
