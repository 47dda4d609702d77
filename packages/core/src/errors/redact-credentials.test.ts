import { expect, it } from 'vitest'
import { redactCredentials } from './redact-credentials.ts'

it.each([
  [
    'Incorrect API key provided: 3f9a8c7de1. You can find yours at https://example.com.',
    'Incorrect API key provided: ***. You can find yours at https://example.com.',
  ],
  ['Invalid API key: "3f9a8c7de1"', 'Invalid API key: "***"'],
  ['{"api_key":"3f9a8c7de1","code":401}', '{"api_key":"***","code":401}'],
  ['Authorization: Bearer 3f9a8c7de1aa', 'Authorization: *** ***'],
  ['used github_pat_11ABCDEFG0abcdefgh and glpat-abcdefghij12', 'used *** and ***'],
  ['ya29.a0AfH6SMBx1234567890abcdef', '***'],
  ['postgres://user:pw@host/db', 'postgres://***@host/db'],
  ['The maximum is 8192 tokens: shorten the prompt.', 'The maximum is 8192 tokens: shorten the prompt.'],
  ['The parameter max_tokens is too large', 'The parameter max_tokens is too large'],
])('what looks like a credential is replaced: %s', (text, shown) => {
  expect(redactCredentials(text)).toBe(shown)
})
