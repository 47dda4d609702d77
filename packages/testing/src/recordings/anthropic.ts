import { actionParts, type ProviderRecordings, type Recording } from './recording.ts'

type Events = NonNullable<Recording['events']>
interface Block {
  start: object
  deltas?: readonly object[]
}

const event = (data: { type: string }) => ({ event: data.type, data })

function stream(
  blocks: readonly Block[],
  more: { stop?: string; stop_details?: object; usage?: object; output?: number; output_details?: object } = {},
): Events {
  const usage = { input_tokens: 12, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1, service_tier: 'standard', ...more.usage }
  const message = {
    id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-5',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  }
  return [
    event({ type: 'message_start', ...{ message } }),
    event({ type: 'ping' }),
    ...blocks.flatMap(({ start, deltas = [] }, index) => [
      event({ type: 'content_block_start', ...{ index, content_block: start } }),
      ...deltas.map((delta) => event({ type: 'content_block_delta', ...{ index, delta } })),
      event({ type: 'content_block_stop', ...{ index } }),
    ]),
    event({
      type: 'message_delta',
      ...{
        delta: { stop_reason: more.stop ?? 'end_turn', stop_sequence: null, stop_details: more.stop_details ?? null },
        usage: { output_tokens: more.output ?? 7, ...(more.output_details ? { output_tokens_details: more.output_details } : {}) },
      },
    }),
    event({ type: 'message_stop' }),
  ]
}

const text = (...parts: string[]): Block => ({ start: { type: 'text', text: '' }, deltas: parts.map((part) => ({ type: 'text_delta', text: part })) })
const thinking = (signature: string, ...parts: string[]): Block => ({
  start: { type: 'thinking', thinking: '', signature: '' },
  deltas: [...parts.map((part) => ({ type: 'thinking_delta', thinking: part })), { type: 'signature_delta', signature }],
})
const call = (id: string, name: string, ...parts: string[]): Block => ({
  start: { type: 'tool_use', id, name, input: {} },
  deltas: ['', ...parts].map((partial_json) => ({ type: 'input_json_delta', partial_json })),
})

function refused(status: number, type: string, message: string, headers: Record<string, string> = {}): Recording {
  return { status, headers: { 'request-id': 'req_recorded', ...headers }, body: { type: 'error', error: { type, message }, request_id: 'req_recorded' } }
}

const ordered = 'The blocks of a message are sent one after another.'

/** Recordings of the Messages API of Anthropic. */
export const anthropicRecordings: ProviderRecordings = {
  provider: 'anthropic',
  source:
    'Written from the documentation of Anthropic (Streaming messages; Extended thinking; Prompt caching; Errors; Rate limits; Handling stop reasons) and the types of @anthropic-ai/sdk 1.14.0. No endpoint was called.',
  path: /^\/v1\/messages$/,
  keyHeaders: ['authorization', 'x-api-key'],
  required: ['model', 'messages', 'max_tokens'],
  media: (image, pdf) => ({
    image: { type: 'image', source: { type: 'base64', media_type: image.media_type, data: image.data } },
    pdf: { type: 'document', source: { type: 'base64', media_type: pdf.media_type, data: pdf.data }, ...(pdf.name === undefined ? {} : { title: pdf.name }) },
  }),
  cases: {
    text: { events: stream([text('Grü', 'ße, 世', '界 😀')]) },
    'an action': { events: stream([text(...actionParts)], { usage: { input_tokens: 40 }, output: 16 }) },
    reasoning: {
      events: stream([thinking('EqQBCgIYAhIM1gbcDa9GJwZA2b3h', 'First the total, ', 'then the share.'), text('The share ', 'is 40 %.')], {
        usage: { input_tokens: 20 },
        output: 30,
        output_details: { thinking_tokens: 18 },
      }),
    },
    'cached tokens': {
      events: stream([text('Yes.')], { usage: { input_tokens: 76, cache_creation_input_tokens: 100, cache_read_input_tokens: 1_024 }, output: 5 }),
    },
    'one call': {
      events: stream([text(), call('toolu_01T1x1fJ34qAmk2tNTrN7Up6', 'search', '{"query":', '"pf","limit":5}')], {
        stop: 'tool_use',
        usage: { input_tokens: 30 },
        output: 12,
      }),
    },
    'parallel calls': {
      events: stream([call('toolu_1', 'search', '{"query":"pf","limit":5}'), call('toolu_2', 'lookup', '{"id":7}')], { stop: 'tool_use' }),
    },
    'interleaved calls': { absent: ordered },
    'calls without ids': { absent: 'Every tool_use block has an id.' },
    'a call with empty arguments': { events: stream([call('toolu_1', 'list')], { stop: 'tool_use' }) },
    'a call with null arguments': { absent: 'The input of a tool_use block is an object; without one no input_json_delta follows.' },
    refusal: { absent: 'A refusal is the stop reason `refusal`, without a text of the model; see the filtered output.' },
    'filtered output': {
      events: stream([text('The first ')], { stop: 'refusal', stop_details: { type: 'refusal', category: 'bio', explanation: null }, output: 3 }),
    },
    'filtered prompt': refused(400, 'invalid_request_error', 'Output blocked by content filtering policy'),
    length: { events: stream([text('It begins and ')], { stop: 'max_tokens', output: 4 }) },
    'context overflow': refused(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
    'rate limit': refused(429, 'rate_limit_error', "This request would exceed your organization's rate limit of 50 requests per minute.", {
      'retry-after': '20',
      'anthropic-ratelimit-requests-limit': '50',
      'anthropic-ratelimit-requests-remaining': '0',
      'anthropic-ratelimit-requests-reset': '2026-11-29T12:00:20Z',
    }),
    quota: refused(
      400,
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    ),
    'wrong key': refused(401, 'authentication_error', 'invalid x-api-key'),
    'unknown model': refused(404, 'not_found_error', 'model: claude-9'),
    'invalid request': refused(400, 'invalid_request_error', 'messages: at least one message is required'),
    'server error': refused(500, 'api_error', 'Internal server error'),
    'error in the stream': {
      events: [...stream([text('It ')]).slice(0, 4), event({ type: 'error', ...{ error: { type: 'overloaded_error', message: 'Overloaded' } } })],
    },
    'unsupported parameter': refused(400, 'invalid_request_error', '`temperature` is deprecated for this model.'),
  },
}
