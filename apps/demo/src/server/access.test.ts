import { expect, it } from 'vitest'
import { createHostRule } from './access.ts'

const requestTo = (url: string) => new Request(url)

it('accepts only loopback host names while it listens on a loopback address', () => {
  const { allows } = createHostRule('127.0.0.1')
  for (const url of ['http://localhost:4310/', 'http://127.0.0.1:1/', 'http://[::1]:4310/']) expect(allows(requestTo(url)), url).toBe(true)
  for (const url of ['http://evil.example:4310/', 'http://localhost.evil.example/', 'http://192.0.2.7/']) expect(allows(requestTo(url)), url).toBe(false)
})

it('accepts any host name when it listens on another address', () => {
  expect(createHostRule('0.0.0.0').allows(requestTo('http://demo.example/'))).toBe(true)
})
