import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict'
import { isRecord } from '@pf/core/internal'
import type { CaseName } from '../../recordings/recording.ts'
import { errorOf, expectActions, type Streamed } from './collect-chunks.ts'

const search = { next_node: 'search', args: { query: 'pf', limit: 5 } }
const lookup = { next_node: 'lookup', args: { id: 7 } }
const list = { next_node: 'list', args: {} }

function expectFailure(streamed: Streamed, code: string, message: RegExp, status?: number) {
  const error = errorOf(streamed)
  strictEqual(error.code, code)
  match(error.message, message)
  if (status !== undefined) strictEqual(error.fields.status, status)
  ok(typeof error.fields.provider_text === 'string' && error.fields.provider_text !== '', 'The text of the provider is missing.')
  ok(!error.message.includes(error.fields.provider_text), 'The message for the user holds the text of the provider.')
  const exposed = JSON.stringify([error.message, error.fields, String(error.cause), error.cause])
  ok(!/rec0rded|sk-rec/.test(exposed), 'A credential was passed on.')
  return error
}

/** Checks that output stopped by a content filter is reported as such a finish or as a refusal, never as an answer. */
function expectFiltered({ finish, error }: Streamed) {
  if (finish) strictEqual(finish.reason, 'content_filter')
  else ok(isRecord(error) && error.code === 'model_refused', `Expected content_filter or model_refused, got ${String(error)}.`)
}

const expectText = ({ text, reasoning, finish, usage, error }: Streamed) => {
  strictEqual(error, undefined)
  strictEqual(text, 'Grüße, 世界 😀')
  strictEqual(reasoning, '')
  deepStrictEqual(finish, { type: 'finish', reason: 'stop' })
  ok(usage && usage.input === 12 && usage.output === 7, `Expected 12 and 7 tokens, got ${JSON.stringify(usage)}.`)
}

const expectReasoning = ({ text, reasoning, usage, finish }: Streamed) => {
  strictEqual(reasoning, 'First the total, then the share.')
  strictEqual(text, 'The share is 40 %.')
  strictEqual(finish?.reason, 'stop')
  // Reasoning tokens are included in the output tokens; a provider that does not count them separately omits them.
  ok(usage && usage.input === 20 && usage.output === 30 && (usage.reasoning ?? 18) === 18, `Got ${JSON.stringify(usage)}.`)
}

const expectCalls =
  (...actions: Parameters<typeof expectActions>[1][]) =>
  ({ text, finish, error }: Streamed) => {
    strictEqual(error, undefined)
    expectActions(text, actions.flat())
    ok(finish && ['stop', 'tool_calls'].includes(finish.reason), `Finished with ${finish?.reason}.`)
  }

/** Expected result of each recording. */
export const expectations: Readonly<Record<CaseName, (streamed: Streamed) => void>> = {
  text: expectText,
  'an action': ({ text, usage }) => {
    expectActions(text, [{ next_node: 'final_response', args: { answer: 'The share is 40 %.' } }])
    deepStrictEqual([usage?.input, usage?.output], [40, 16])
  },
  reasoning: expectReasoning,
  'cached tokens': ({ usage }) => deepStrictEqual([usage?.input, usage?.cached, usage?.output], [1_200, 1_024, 5]),
  'one call': expectCalls([search]),
  'parallel calls': expectCalls([search, lookup]),
  'interleaved calls': expectCalls([search, lookup]),
  'calls without ids': expectCalls([search, lookup]),
  'a call with empty arguments': expectCalls([list]),
  'a call with null arguments': expectCalls([list]),
  refusal: ({ finish }) => strictEqual(finish?.refusal, 'I cannot help with that.'),
  'filtered output': expectFiltered,
  'filtered prompt': expectFiltered,
  length: ({ text, finish }) => deepStrictEqual([text, finish?.reason], ['It begins and ', 'length']),
  'context overflow': (streamed) => void expectFailure(streamed, 'context_overflow', /does not fit/, 400),
  'rate limit': (streamed) => {
    const error = expectFailure(streamed, 'model_unavailable', /rate limit.*in 20 s/, 429)
    strictEqual(error.fields.retry_after_ms, 20_000)
  },
  quota: (streamed) => void expectFailure(streamed, 'model_unavailable', /quota or the credit/),
  'wrong key': (streamed) => void expectFailure(streamed, 'model_unavailable', /API key/),
  'unknown model': (streamed) => void expectFailure(streamed, 'model_unavailable', /name of the model/, 404),
  'invalid request': (streamed) => void expectFailure(streamed, 'model_unavailable', /invalid/, 400),
  'server error': (streamed) => void expectFailure(streamed, 'model_unavailable', /failed \(500\)/, 500),
  'error in the stream': (streamed) => {
    const error = errorOf(streamed)
    // The planner repeats a call that failed with this code.
    strictEqual(error.code, 'model_cut')
    match(String(error.cause), /error|overloaded|failed/i)
  },
  'unsupported parameter': (streamed) => expectText(streamed),
}
