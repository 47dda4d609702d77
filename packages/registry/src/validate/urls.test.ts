import { describe, expect, it } from 'vitest'
import { urlFault } from './urls.ts'

const hosts = ['cdn.example.org', '*.maps.example']

describe('addresses in props', () => {
  it.each([
    ['link', 'https://anywhere.example/x?y#z'],
    ['link', 'mailto:a@b.example'],
    ['image', 'https://cdn.example.org/a.png'],
    ['image', 'data:image/png;base64,iVBORw0KGgo='],
    ['media', 'https://eu.maps.example/v.mp4'],
    ['frame', 'https://CDN.example.org/x'],
  ] as const)('may be, as %s, %s', (use, url) => {
    expect(urlFault(url, use, hosts)).toBeUndefined()
  })

  it.each([
    ['link', 'javascript:alert(1)'],
    ['link', 'JaVaScRiPt:alert(1)'],
    ['link', 'java\tscript:alert(1)'],
    ['link', '\u0001javascript:alert(1)'],
    ['link', ' https://x.example'],
    ['link', 'vbscript:x'],
    ['link', 'data:text/html,<script>1</script>'],
    ['link', '//evil.example'],
    ['link', '/same-origin'],
    ['image', 'http://cdn.example.org/a.png'],
    ['image', 'https://cdn.example.org.evil.example/a.png'],
    ['image', 'https://cdn.example.org@evil.example/a.png'],
    ['image', 'https://user:pass@cdn.example.org/a.png'],
    ['image', 'https://cdn.example.org:8443/a.png'],
    ['image', 'https:\\\\cdn.example.org\\a.png'],
    ['image', 'data:image/svg+xml;base64,PHN2Zz4='],
    ['image', 'data:text/html;base64,PHN2Zz4='],
    ['media', 'data:image/png;base64,iVBORw0KGgo='],
    ['frame', 'https://maps.example/x'],
    ['frame', 'https://xmaps.example/x'],
    ['frame', 'blob:https://cdn.example.org/1'],
    ['frame', 'https://127.0.0.1/'],
    ['frame', ''],
    ['frame', 'https:cdn.example.org/x'],
    ['image', 'https:/cdn.example.org/x'],
    ['link', 'https:cdn.example.org/../logout'],
    ['link', 'HTTP:x'],
    ['link', 'mailto:'],
    ['link', 'javascript://cdn.example.org/%0aalert(1)'],
  ] as const)('may not be, as %s, %s', (use, url) => {
    expect(urlFault(url, use, hosts)).toEqual(expect.any(String))
  })

  it.each(['https://user@cdn.example.org/a', 'https://:pass@cdn.example.org/a', 'mailto:user@example.org'])('name no user of the address: %s', (url) => {
    const fault = urlFault(url, 'link', hosts)
    expect(fault).toBe(url.startsWith('mailto:') ? undefined : 'an address without user and password')
  })

  it('say what is expected, for images also the other way', () => {
    expect(urlFault('/a.png', 'media', hosts)).toBe('a complete address with https://')
    expect(urlFault('/a.png', 'image', hosts)).toMatch(/^a complete address with https:\/\/, or a base64 data: URI/)
    expect(urlFault('http://cdn.example.org/a', 'frame', hosts)).toBe('an address with https:')
    expect(urlFault('https://example.com/a', 'image', hosts)).toBe('an address on cdn.example.org, *.maps.example')
  })

  it('on the subdomains of a host do not include the host itself', () => {
    expect(urlFault('https://a.b.maps.example/', 'frame', hosts)).toBeUndefined()
    for (const url of ['https://maps.example/', 'https://.maps.example/']) expect(urlFault(url, 'frame', hosts)).toEqual(expect.any(String))
  })

  it('load nothing from elsewhere while the host lists no host', () => {
    expect(urlFault('https://cdn.example.org/a.png', 'image', [])).toBe('no remote address: the host allows none')
  })
})
