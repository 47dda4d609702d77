import { expect, it } from 'vitest'
import { createHostRule } from './access.ts'

const requestTo = (url: string) => new Request(url)

it('answers only under loopback names while it listens on loopback', () => {
  const { allows } = createHostRule('127.0.0.1')
  for (const url of ['http://localhost:4310/', 'http://127.0.0.1:1/', 'http://[::1]:4310/']) expect(allows(requestTo(url)), url).toBe(true)
  for (const url of ['http://evil.example:4310/', 'http://localhost.evil.example/', 'http://192.0.2.7/']) expect(allows(requestTo(url)), url).toBe(false)
})

it('answers under any name once it listens wider', () => {
  expect(createHostRule('0.0.0.0').allows(requestTo('http://demo.example/'))).toBe(true)
})
