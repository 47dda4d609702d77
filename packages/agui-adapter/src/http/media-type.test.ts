import { describe, expect, it } from 'vitest'
import { kindOf, mediaTypeOf } from './media-type.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const typeOf = (content: string | number[], declared = 'application/octet-stream', name = '') =>
  mediaTypeOf(typeof content === 'string' ? bytes(content) : new Uint8Array(content), { declared, name })

describe('mediaTypeOf', () => {
  it.each([
    [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], 'image/png'],
    [[0xff, 0xd8, 0xff, 0xe0], 'image/jpeg'],
    ['GIF89a…', 'image/gif'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
    ['RIFF\0\0\0\0WAVEfmt ', 'audio/wav'],
    ['\0\0\0\u001cftypavif', 'image/avif'],
    ['\0\0\0\u001cftypisom', 'video/mp4'],
    ['%PDF-1.7', 'application/pdf'],
    [[0x50, 0x4b, 3, 4, 0], 'application/zip'],
    [[0, 1, 2, 255], 'application/octet-stream'],
  ])('knows %j as %s, whatever is declared', (content, type) => {
    for (const declared of ['image/png', 'text/html', 'application/pdf']) expect(typeOf(content, declared)).toBe(type)
  })

  it('takes no declaration for markup and scripts', () => {
    expect(typeOf('<html><script>alert(1)</script>', 'image/png')).toBe('text/plain')
    expect(typeOf('<html>', 'text/html')).toBe('text/plain')
    expect(typeOf('<?xml version="1.0"?>\n<svg xmlns="x"><script/></svg>', 'image/png')).toBe('image/svg+xml')
    expect(kindOf('image/svg+xml')).toBe('document')
  })

  it('tells types of text apart by declaration, name and content', () => {
    expect(typeOf('a,b\n1,2', 'text/csv')).toBe('text/csv')
    expect(typeOf('a,b\n1,2', 'application/vnd.ms-excel', 'Sales.CSV')).toBe('text/csv')
    expect(typeOf('{"a":1}', 'text/plain')).toBe('application/json')
    expect(typeOf('{not json', 'application/json')).toBe('text/plain')
  })
})
