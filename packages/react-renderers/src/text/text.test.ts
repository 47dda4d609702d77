import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText, withoutBidi } from './plain-text.ts'
import { hostOf, isDeceptiveLink, safeUrl } from './safe-url.ts'

describe('an address', () => {
  it.each(['https://example.org/a?b#c', 'http://127.0.0.1:8080/', 'mailto:ops@example.org'])('%s is safe to link to', (address) => {
    expect(safeUrl(address)?.href).toBe(new URL(address).href)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'blob:https://a/b',
    'file:///etc/passwd',
    'ftp://a',
    '/relative',
    '//host/path',
    '#fragment',
    '',
    'https://user@evil.example',
    'https://bank.example:pass@evil.example',
    `https://e.org/${'a'.repeat(3_000)}`,
    7,
    null,
  ])('%s is not', (address) => {
    expect(safeUrl(address)).toBeUndefined()
  })

  it('shows the host that a browser would ask, in punycode', () => {
    const url = safeUrl('https://аррӏе.com/login')
    expect(url && hostOf(url)).toBe('xn--80ak6aa92e.com')
  })
})

describe('a link’s text', () => {
  it.each([
    ['https://bank.example/login', 'https://evil.example', true],
    ['evil.example.bank.com', 'https://evil.example', true],
    ['bank.example', 'https://bank.example.evil.com', true],
    ['банк.рф', 'https://evil.example', true],
    ['apple', 'https://аррӏе.com', true],
    ['http://localhost/x', 'https://evil.example', true],
    ['the data', 'https://example.org', false],
    ['example.org', 'https://example.org/a', false],
    ['Example.org/flights', 'https://www.example.org/flights', false],
    ['www.example.org', 'https://example.org', false],
    ['3.5 minutes', 'https://example.org', false],
    ['ops@example.org', 'mailto:ops@example.org', true],
  ])('%s on %s isDeceptiveLink: %s', (text, address, expected) => {
    expect(isDeceptiveLink(text, new URL(address))).toBe(expected)
  })
})

describe('foreign text', () => {
  it('cannot reorder what stands around it, and stays within its length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 50 }), (text, limit) => {
        const plain = plainText(`\u202e${text}\u2066`, limit)
        expect(plain).not.toMatch(/[\u202a-\u202e\u2066-\u2069\n\r\t]/)
        expect(plain.length).toBeLessThanOrEqual(limit)
        expect(plain.isWellFormed()).toBe(true)
        expect(withoutBidi(`\u202e${text}`)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
      }),
    )
  })
})
