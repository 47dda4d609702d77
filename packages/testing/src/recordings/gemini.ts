import { actionParts, type ProviderRecordings, type Recording } from './recording.ts'

type Part = Record<string, unknown>

function stream(chunks: readonly (readonly Part[])[], more: { finish?: string; usage?: object } = {}): NonNullable<Recording['events']> {
  const last = chunks.length - 1
  return chunks.map((parts, index) => ({
    data: {
      candidates: [{ content: { parts, role: 'model' }, ...(index === last ? { finishReason: more.finish ?? 'STOP' } : {}), index: 0 }],
      usageMetadata: { promptTokenCount: 12, ...(index === last ? { candidatesTokenCount: 7, totalTokenCount: 19, ...more.usage } : {}) },
      modelVersion: 'gemini-2.5-flash',
      responseId: 'EYqTaJ7LGdWqvdIPq8GxqAk',
    },
  }))
}
const call = (name: string, args?: unknown, id?: string): Part => ({ functionCall: { ...(id ? { id } : {}), name, ...(args === undefined ? {} : { args }) } })

function refused(code: number, status: string, message: string, details: readonly object[] = []): Recording {
  return { status: code, body: { error: { code, message, status, ...(details.length > 0 ? { details } : {}) } } }
}

/** Recordings of generateContent of Google, streamed. */
export const geminiRecordings: ProviderRecordings = {
  provider: 'gemini',
  source:
    'Written from the documentation of Google (Gemini API: generateContent, Thinking, Thought signatures, Function calling, Safety settings, Troubleshooting) and the types of @google/genai 3.3.0. No endpoint was called.',
  path: /^\/v1(beta)?\/models\/[\w.-]+:streamGenerateContent$/,
  keyHeaders: ['x-goog-api-key'],
  required: ['contents'],
  media: (image, pdf) => ({
    image: { inlineData: { mimeType: image.media_type, data: image.data } },
    pdf: { inlineData: { mimeType: pdf.media_type, data: pdf.data } },
  }),
  cases: {
    text: { events: stream([[{ text: 'Grü' }], [{ text: 'ße, 世' }], [{ text: '界 😀' }]]) },
    'an action': {
      events: stream(
        actionParts.map((text) => [{ text }]),
        { usage: { promptTokenCount: 40, candidatesTokenCount: 16, totalTokenCount: 56 } },
      ),
    },
    reasoning: {
      events: stream(
        [
          [{ text: 'First the total, ', thought: true }],
          [{ text: 'then the share.', thought: true }],
          [{ text: 'The share ' }],
          [{ text: 'is 40 %.', thoughtSignature: 'CpMBAdHtim9sGwoyRkFt' }],
        ],
        { usage: { promptTokenCount: 20, candidatesTokenCount: 12, thoughtsTokenCount: 18, totalTokenCount: 50 } },
      ),
    },
    'cached tokens': {
      events: stream([[{ text: 'Yes.' }]], {
        usage: { promptTokenCount: 1_200, cachedContentTokenCount: 1_024, candidatesTokenCount: 5, totalTokenCount: 1_205 },
      }),
    },
    'one call': { events: stream([[{ ...call('search', { query: 'pf', limit: 5 }), thoughtSignature: 'CpMBAdHtim9sGwoyRkFu' }]]) },
    'parallel calls': { events: stream([[call('search', { query: 'pf', limit: 5 }, 'fc_1'), call('lookup', { id: 7 }, 'fc_2')]]) },
    'interleaved calls': { absent: 'The arguments of a call come in one piece.' },
    'calls without ids': { events: stream([[call('search', { query: 'pf', limit: 5 })], [call('lookup', { id: 7 })]]) },
    'a call with empty arguments': { events: stream([[call('list', {})]]) },
    'a call with null arguments': { events: stream([[call('list')]]) },
    refusal: { absent: 'There is no field for a refusal; a blocked answer has the finish reason `SAFETY`.' },
    'filtered output': { events: stream([[{ text: 'The first ' }], []], { finish: 'SAFETY' }) },
    'filtered prompt': {
      events: [
        {
          data: {
            promptFeedback: { blockReason: 'SAFETY', safetyRatings: [{ category: 'HARM_CATEGORY_DANGEROUS_CONTENT', probability: 'HIGH' }] },
            usageMetadata: { promptTokenCount: 12, totalTokenCount: 12 },
          },
        },
      ],
    },
    length: { events: stream([[{ text: 'It begins and ' }]], { finish: 'MAX_TOKENS' }) },
    'context overflow': refused(400, 'INVALID_ARGUMENT', 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'),
    'rate limit': refused(
      429,
      'RESOURCE_EXHAUSTED',
      'You exceeded your current quota. Quota exceeded for metric: generate_content_free_tier_requests, limit: 10. Please retry in 20s.',
      [
        {
          '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
          violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier', quotaValue: '10' }],
        },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '20s' },
      ],
    ),
    quota: refused(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan and billing details.'),
    'wrong key': refused(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
    ]),
    'unknown model': refused(404, 'NOT_FOUND', 'models/gemini-9 is not found for API version v1beta, or is not supported for generateContent.'),
    'invalid request': refused(
      400,
      'INVALID_ARGUMENT',
      'Please ensure that the number of function response parts is equal to the number of function call parts.',
    ),
    'server error': refused(500, 'INTERNAL', 'An internal error has occurred. Please retry.'),
    'error in the stream': {
      events: [...stream([[{ text: 'It ' }], []]).slice(0, 1), { data: { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } } }],
    },
    'unsupported parameter': refused(400, 'INVALID_ARGUMENT', 'Unable to submit request because temperature is not supported by this model.'),
  },
}
