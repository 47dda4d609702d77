import { describe, expect, it } from 'vitest'
import { readContent } from './read-content.ts'

const resource = (fields: object) => ({ type: 'resource' as const, resource: fields as never })

describe('readContent', () => {
  it('joins texts and texts of resources in their order', () => {
    const blocks = [{ type: 'text' as const, text: 'one' }, resource({ uri: 'file:///a.txt', text: 'two' }), { type: 'text' as const, text: 'three' }]
    expect(readContent(blocks)).toEqual({ text: 'one\ntwo\nthree', links: [], files: [], other: [] })
  })

  it('names images and sounds by kind and position', () => {
    const blocks = [
      { type: 'audio' as const, mimeType: 'audio/wav', data: 'UklGRg==' },
      { type: 'image' as const, mimeType: 'image/png', data: 'iVBORw0KGgo=' },
    ]
    expect(readContent(blocks).files).toEqual([
      { name: 'audio-1', media_type: 'audio/wav', data: 'UklGRg==' },
      { name: 'image-2', media_type: 'image/png', data: 'iVBORw0KGgo=' },
    ])
  })

  it.each([
    ['file:///a/report.pdf', 'report.pdf'],
    ['C:\\files\\report.pdf', 'report.pdf'],
    ['file:///a/', 'file'],
    ['', 'file'],
    [`file:///${'x'.repeat(201)}`, 'x'.repeat(200)],
  ])('names the file of the resource %j after the end of its address', (uri, name) => {
    expect(readContent([resource({ uri, blob: 'AA==' })]).files).toEqual([{ name, media_type: 'application/octet-stream', data: 'AA==' }])
  })

  it('keeps the media type of a file', () => {
    expect(readContent([resource({ uri: 'a.pdf', mimeType: 'application/pdf', blob: 'AA==' })]).files).toMatchObject([{ media_type: 'application/pdf' }])
  })

  it('keeps links, without a name where the name is empty', () => {
    const blocks = [
      { type: 'resource_link' as const, uri: 'https://example.com/a', name: 'A' },
      { type: 'resource_link' as const, uri: 'https://example.com/b', name: '' },
    ]
    expect(readContent(blocks).links).toEqual([{ uri: 'https://example.com/a', name: 'A' }, { uri: 'https://example.com/b' }])
  })

  it('keeps blocks of unknown kinds as they came and replaces lone surrogates', () => {
    const unknown = { type: 'hologram', text: 'unseen', resource: { text: 'unseen' } }
    const blocks = [unknown as never, { type: 'text' as const, text: 'a\ud800' }]
    expect(readContent(blocks)).toEqual({ text: 'a\ufffd', links: [], files: [], other: [unknown] })
  })
})
