import { openAiChatRecordings } from './openai-chat.ts'
import { actionParts, type ProviderRecordings, type Recording } from './recording.ts'

type Event = { type: string } & Record<string, unknown>
interface Item {
  item: Record<string, unknown>
  /** Events between the start of the item and its end, without their common members. */
  events: readonly Event[]
  done?: Record<string, unknown>
}

const response = {
  id: 'resp_67ccd2bed1ec8190b14f964abc0542670bb6a6b452d3795b',
  object: 'response',
  created_at: 1_741_476_542,
  error: null,
  incomplete_details: null,
  instructions: null,
  model: 'gpt-5',
  output: [] as unknown[],
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  metadata: {},
}

interface End {
  status?: 'completed' | 'incomplete' | 'failed'
  incomplete_details?: object
  error?: object
  usage?: object
}

function stream(items: readonly Item[], { status = 'completed', usage = usageOf(12, 7), ...more }: End = {}): NonNullable<Recording['events']> {
  const output = items.map(({ item, done }) => ({ ...item, ...done }))
  const all: Event[] = [
    { type: 'response.created', response: { ...response, status: 'in_progress', usage: null } },
    { type: 'response.in_progress', response: { ...response, status: 'in_progress', usage: null } },
    ...items.flatMap(({ item, events }, output_index): Event[] => [
      { type: 'response.output_item.added', output_index, item },
      ...events.map((each) => ({ item_id: item.id, output_index, ...each })),
      { type: 'response.output_item.done', output_index, item: output[output_index] },
    ]),
    { type: `response.${status}`, response: { ...response, status, output, usage, ...more } },
  ]
  return all.map((data, sequence_number) => ({ event: data.type, data: { ...data, sequence_number } }))
}

const usageOf = (input_tokens: number, output_tokens: number, { cached = 0, reasoning = 0 } = {}) => ({
  input_tokens,
  input_tokens_details: { cached_tokens: cached },
  output_tokens,
  output_tokens_details: { reasoning_tokens: reasoning },
  total_tokens: input_tokens + output_tokens,
})

function message(...parts: string[]): Item {
  const text = parts.join('')
  const part = { type: 'output_text', text: '', annotations: [] }
  return {
    item: { id: 'msg_67ccd2bf17f0819081ff3bb2cf6508e6', type: 'message', status: 'in_progress', role: 'assistant', content: [] },
    events: [
      { type: 'response.content_part.added', content_index: 0, part },
      ...parts.map((delta) => ({ type: 'response.output_text.delta', content_index: 0, delta, logprobs: [] })),
      { type: 'response.output_text.done', content_index: 0, text, logprobs: [] },
      { type: 'response.content_part.done', content_index: 0, part: { ...part, text } },
    ],
    done: { status: 'completed', content: [{ ...part, text }] },
  }
}

function refusal(...parts: string[]): Item {
  const text = parts.join('')
  return {
    item: { id: 'msg_1', type: 'message', status: 'in_progress', role: 'assistant', content: [] },
    events: [
      { type: 'response.content_part.added', content_index: 0, part: { type: 'refusal', refusal: '' } },
      ...parts.map((delta) => ({ type: 'response.refusal.delta', content_index: 0, delta })),
      { type: 'response.refusal.done', content_index: 0, refusal: text },
    ],
    done: { status: 'completed', content: [{ type: 'refusal', refusal: text }] },
  }
}

function reasoning(...parts: string[]): Item {
  const text = parts.join('')
  const part = { type: 'summary_text', text: '' }
  return {
    item: { id: 'rs_67ccf18ef5fc8190b16dbee19bc54e5f', type: 'reasoning', summary: [], encrypted_content: 'gAAAAABoISQ24OyVRYbkYfukdJoqdzWT' },
    events: [
      { type: 'response.reasoning_summary_part.added', summary_index: 0, part },
      ...parts.map((delta) => ({ type: 'response.reasoning_summary_text.delta', summary_index: 0, delta })),
      { type: 'response.reasoning_summary_text.done', summary_index: 0, text },
      { type: 'response.reasoning_summary_part.done', summary_index: 0, part: { ...part, text } },
    ],
    done: { summary: [{ ...part, text }] },
  }
}

function call(number: number, name: string, ...parts: string[]): Item {
  const id = `fc_${number}`
  const args = parts.join('')
  return {
    item: { id, type: 'function_call', status: 'in_progress', arguments: '', call_id: `call_${number}`, name },
    events: [
      ...parts.map((delta) => ({ type: 'response.function_call_arguments.delta', delta })),
      { type: 'response.function_call_arguments.done', arguments: args },
    ],
    done: { status: 'completed', arguments: args },
  }
}

/** Returns events of two calls that are open at the same time. The `output_index` of an event identifies its call. */
function interleaved(): NonNullable<Recording['events']> {
  const events = stream([call(1, 'search', '{"query":', '"pf","limit":5}'), call(2, 'lookup', '{"id":', '7}')])
  const order = [0, 1, 2, 7, 3, 8, 9, 4, 10, 5, 11, 6, 12]
  return order.map((from, sequence_number) => {
    const { event, data } = events[from] as { event: string; data: object }
    return { event, data: { ...data, sequence_number } }
  })
}

/** The errors before a stream are the same for all APIs of OpenAI. */
const { cases } = openAiChatRecordings

/** Recordings of the Responses API of OpenAI. */
export const openAiResponsesRecordings: ProviderRecordings = {
  provider: 'openai-responses',
  source:
    'Written from the API reference of OpenAI (Responses, streaming events; Reasoning models; Background mode; Error codes) and the types of openai 7.59.0. No endpoint was called.',
  path: /^\/responses$/,
  keyHeaders: ['authorization'],
  required: ['model', 'input'],
  media: (image, pdf) => ({
    image: { type: 'input_image', detail: 'auto', image_url: `data:${image.media_type};base64,${image.data}` },
    pdf: { type: 'input_file', filename: pdf.name ?? 'file', file_data: `data:${pdf.media_type};base64,${pdf.data}` },
  }),
  cases: {
    text: { events: stream([message('Grü', 'ße, 世', '界 😀')]) },
    'an action': { events: stream([message(...actionParts)], { usage: usageOf(40, 16) }) },
    reasoning: {
      events: stream([reasoning('First the total, ', 'then the share.'), message('The share ', 'is 40 %.')], { usage: usageOf(20, 30, { reasoning: 18 }) }),
    },
    'cached tokens': { events: stream([message('Yes.')], { usage: usageOf(1_200, 5, { cached: 1_024 }) }) },
    'one call': { events: stream([call(1, 'search', '{"query":', '"pf","limit":5}')], { usage: usageOf(30, 12) }) },
    'parallel calls': { events: stream([call(1, 'search', '{"query":"pf","limit":5}'), call(2, 'lookup', '{"id":7}')]) },
    'interleaved calls': { events: interleaved() },
    'calls without ids': { absent: 'Every function call has a call_id.' },
    'a call with empty arguments': { events: stream([call(1, 'list', '{}')]) },
    'a call with null arguments': { events: stream([call(1, 'list')]) },
    refusal: { events: stream([refusal('I cannot ', 'help with that.')]) },
    'filtered output': { events: stream([message('The first ')], { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }) },
    'filtered prompt': {
      ...cases['filtered prompt'],
      body: {
        error: {
          message: 'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
          type: 'invalid_request_error',
          param: null,
          code: 'invalid_prompt',
        },
      },
    },
    length: { events: stream([message('It begins and ')], { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }) },
    'context overflow': {
      ...cases['context overflow'],
      body: {
        error: {
          message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
          type: 'invalid_request_error',
          param: 'input',
          code: 'context_length_exceeded',
        },
      },
    },
    'rate limit': cases['rate limit'],
    quota: cases.quota,
    'wrong key': cases['wrong key'],
    'unknown model': cases['unknown model'],
    'invalid request': {
      ...cases['invalid request'],
      body: { error: { message: "Invalid type for 'input'.", type: 'invalid_request_error', param: 'input', code: 'invalid_type' } },
    },
    'server error': cases['server error'],
    'error in the stream': {
      events: [
        ...stream([message('It ')]).slice(0, 5),
        ...stream([], { status: 'failed', error: { code: 'server_error', message: 'The model failed to generate a response.' } })
          .slice(2)
          .map(({ event, data }) => ({ ...(event === undefined ? {} : { event }), data: { ...(data as object), sequence_number: 5 } })),
      ],
    },
    'unsupported parameter': {
      ...cases['unsupported parameter'],
      body: {
        error: {
          message: "Unsupported parameter: 'temperature' is not supported with this model.",
          type: 'invalid_request_error',
          param: 'temperature',
          code: null,
        },
      },
    },
  },
}
