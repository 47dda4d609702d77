import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelLink } from './link-label.ts'
import { plainText, withoutBidi } from './plain-text.ts'
import { hostOf, safeUrl } from './safe-url.ts'

describe('an address', () => {
  it.each(['https://example.org/a?b#c', 'http://127.0.0.1:8080/', 'mailto:ops@example.org', 'mailto:ops@example.org?subject=x&body=y'])(
    '%s is safe to link to',
    (address) => {
      expect(safeUrl(address)?.href).toBe(new URL(address).href)
    },
  )

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
    'mailto:help@example.org?bcc=evil@evil.example',
    'mailto:help@example.org?%63c=evil@evil.example&subject=x',
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

describe('the label of a link', () => {
  it.each([
    ['example.org', 'https://example.org/a'],
    ['Example.org/flights?a=b#c', 'https://example.org/flights'],
    ['http://localhost:8080/x', 'http://localhost:8080/x'],
    [' https://example.org ', 'https://example.org'],
    ['ops@example.org', 'mailto:ops@example.org?subject=x'],
    ['xn--80ak6aa92e.com', 'https://аррӏе.com'],
  ])('%s on %s is the host itself', (text, address) => {
    expect(labelLink(text, new URL(address))).toEqual({ text, host: undefined })
  })

  it.each([
    'the data',
    'PayPal login',
    'https://paypal.com/login',
    'http://localhost/x',
    'evil.example.paypal.com',
    'paypal.com.evil.example',
    'evil.example@paypal.com',
    'https://evil.example@paypal.com',
    'https://evil.example:443@paypal.com/',
    'evil.example\\paypal.com',
    'evil.example paypal.com',
    'evil.example/ paypal.com',
    'evil.example/\u{2028}paypal.com',
    'evil.example\u{2215}paypal.com',
    'evil.example/пaypal.com',
    'www.evil.example',
    'evil.example:444',
    'paypal\u{200b}.com',
    'pay\u{301}pal.com',
    'paypal\u{ff0e}com',
    'paypal\u{2024}com',
    'paypal\u{3002}com',
    'paypal\u{2044}com',
    '\u{1d429}\u{1d41a}\u{1d432}\u{1d429}\u{1d41a}\u{1d425}.com',
    '\u{202e}moc.lapyap',
    'банк.рф',
    '\u{200b}x',
  ])('%j is followed by the host', (text) => {
    expect(labelLink(text, new URL('https://evil.example/login'))).toEqual({ text, host: 'evil.example' })
  })

  it.each([
    '',
    ' \n',
    '\u{200b}'.repeat(10_000),
    '\u{301}\u{300}',
    '\u{2800}',
    '\u{3164}\u{ffa0}\u{115f}',
    '\u{ad}\u{2062}\u{e0041}',
    '\u{e000}\u{ffff}',
    'x'.repeat(10_000),
    `paypal.com${'\u{200b}'.repeat(500)}`,
  ])('a text that is not seen or does not end is replaced by the address: %.20j', (text) => {
    expect(labelLink(text, new URL('https://аррӏе.com/\u{200b}'))).toEqual({ text: 'https://xn--80ak6aa92e.com/%E2%80%8B', host: undefined })
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
