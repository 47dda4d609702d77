import { actionParts, type ProviderRecordings, type Recording } from './recording.ts'

const head = { id: 'chatcmpl-B9MHDbslfkBeAs8l4bebGdFOJ6PeG', object: 'chat.completion.chunk', created: 1_741_570_283, model: 'gpt-4o-2024-08-06' }

function stream(...choices: { delta: object; finish_reason?: string }[]): NonNullable<Recording['events']> {
  return [
    ...choices.map(({ delta, finish_reason = null }: { delta: object; finish_reason?: string | null }) => ({
      data: { ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason }], usage: null },
    })),
  ]
}
function usage(prompt_tokens: number, completion_tokens: number, { cached = 0, reasoning = 0 } = {}): NonNullable<Recording['events']> {
  const details = { prompt_tokens_details: { cached_tokens: cached }, completion_tokens_details: { reasoning_tokens: reasoning } }
  return [
    { data: { ...head, choices: [], usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens, ...details } } },
    { data: '[DONE]' },
  ]
}
const said = (...texts: string[]) => [{ delta: { role: 'assistant', content: '', refusal: null } }, ...texts.map((content) => ({ delta: { content } }))]
const end = (finish_reason: string) => ({ delta: {}, finish_reason })
const called = (...tool_calls: object[]) => ({ delta: { tool_calls } })
const begin = (index: number, name: string, args = '') => ({ index, id: `call_${index}`, type: 'function', function: { name, arguments: args } })
const more = (index: number, args: string) => ({ index, function: { arguments: args } })

function refused(status: number, error: { message: string; type?: string; param?: string; code?: string }, headers: Record<string, string> = {}): Recording {
  const body = { error: { message: error.message, type: error.type ?? 'invalid_request_error', param: error.param ?? null, code: error.code ?? null } }
  return { status, headers: { 'x-request-id': 'req_recorded', ...headers }, body }
}

/** Recordings of chat completions of OpenAI and of the many servers with the same protocol. */
export const openAiChatRecordings: ProviderRecordings = {
  provider: 'openai',
  source:
    'Written from the API reference of OpenAI (Chat Completions, streaming; Error codes; Rate limits) and the types of openai 7.59.0. Reasoning as `reasoning_content` is documented by DeepSeek. No endpoint was called.',
  path: /^\/chat\/completions$/,
  keyHeaders: ['authorization'],
  required: ['model', 'messages'],
  media: (image, pdf) => ({
    image: { type: 'image_url', image_url: { url: `data:${image.media_type};base64,${image.data}` } },
    pdf: { type: 'file', file: { filename: pdf.name ?? 'file', file_data: `data:${pdf.media_type};base64,${pdf.data}` } },
  }),
  cases: {
    text: { events: [...stream(...said('Grü', 'ße, 世', '界 😀'), end('stop')), ...usage(12, 7)] },
    'an action': { events: [...stream(...said(...actionParts), end('stop')), ...usage(40, 16)] },
    reasoning: {
      events: [
        ...stream(
          { delta: { role: 'assistant', content: null, reasoning_content: '' } },
          { delta: { content: null, reasoning_content: 'First the total, ' } },
          { delta: { content: null, reasoning_content: 'then the share.' } },
          { delta: { content: 'The share ' } },
          { delta: { content: 'is 40 %.' } },
          end('stop'),
        ),
        ...usage(20, 30, { reasoning: 18 }),
      ],
    },
    'cached tokens': { events: [...stream(...said('Yes.'), end('stop')), ...usage(1_200, 5, { cached: 1_024 })] },
    'one call': {
      events: [
        ...stream(
          { delta: { role: 'assistant', content: null } },
          called(begin(0, 'search')),
          called(more(0, '{"query":')),
          called(more(0, '"pf","limit":5}')),
          end('tool_calls'),
        ),
        ...usage(30, 12),
      ],
    },
    'parallel calls': {
      events: [
        ...stream(
          called(begin(0, 'search')),
          called(more(0, '{"query":"pf","limit":5}')),
          called(begin(1, 'lookup')),
          called(more(1, '{"id":7}')),
          end('tool_calls'),
        ),
        ...usage(30, 20),
      ],
    },
    'interleaved calls': {
      events: [
        ...stream(
          called(begin(0, 'search', '{"query":'), begin(1, 'lookup', '{"id"')),
          called(more(1, ':7}')),
          called(more(0, '"pf","limit":5}')),
          end('tool_calls'),
        ),
        ...usage(30, 20),
      ],
    },
    'calls without ids': {
      events: [
        ...stream(
          called({ function: { name: 'search', arguments: '{"query":"pf","limit":5}' } }),
          called({ function: { name: 'lookup', arguments: '{"id":7}' } }),
          end('tool_calls'),
        ),
        ...usage(30, 20),
      ],
    },
    'a call with empty arguments': { events: [...stream(called(begin(0, 'list', '')), end('tool_calls')), ...usage(30, 4)] },
    'a call with null arguments': {
      events: [
        ...stream(called({ index: 0, id: 'call_0', type: 'function', function: { name: 'list', arguments: null } }), end('tool_calls')),
        ...usage(30, 4),
      ],
    },
    refusal: {
      events: [
        ...stream({ delta: { role: 'assistant', content: null, refusal: 'I cannot ' } }, { delta: { refusal: 'help with that.' } }, end('stop')),
        ...usage(12, 7),
      ],
    },
    'filtered output': { events: [...stream(...said('The first '), end('content_filter')), ...usage(12, 3)] },
    'filtered prompt': refused(400, {
      message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      code: 'content_filter',
      param: 'prompt',
    }),
    length: { events: [...stream(...said('It begins and '), end('length')), ...usage(12, 4)] },
    'context overflow': refused(400, {
      message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
      param: 'messages',
      code: 'context_length_exceeded',
    }),
    'rate limit': refused(
      429,
      {
        message: 'Rate limit reached for gpt-4o on requests per min (RPM): Limit 3, Used 3. Please try again in 20s.',
        type: 'requests',
        code: 'rate_limit_exceeded',
      },
      { 'retry-after': '20', 'x-ratelimit-limit-requests': '3', 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '20s' },
    ),
    quota: refused(429, {
      message: 'You exceeded your current quota, please check your plan and billing details.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    }),
    'wrong key': refused(401, { message: 'Incorrect API key provided: sk-rec0rded-key. You can find your API key in your account.', code: 'invalid_api_key' }),
    'unknown model': refused(404, { message: 'The model `gpt-9` does not exist or you do not have access to it.', code: 'model_not_found' }),
    'invalid request': refused(400, { message: "Invalid value for 'messages[0].role'.", param: 'messages[0].role', code: 'invalid_value' }),
    'server error': refused(500, { message: 'The server had an error while processing your request.', type: 'server_error' }),
    'error in the stream': {
      events: [...stream(...said('It ')), { data: { error: { message: 'The server had an error.', type: 'server_error', param: null, code: null } } }],
    },
    'unsupported parameter': refused(400, {
      message: "Unsupported value: 'temperature' does not support 0.5 with this model. Only the default (1) value is supported.",
      param: 'temperature',
      code: 'unsupported_value',
    }),
  },
}
