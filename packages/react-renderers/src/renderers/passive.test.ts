import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterSandboxTokens, innerDocument, outerDocument } from './html/frame-document.ts'
import { sandboxDocument } from './html/sandbox-document.ts'
import { embedSource, mediaSource } from './shared/media-source.ts'

const page = 'https://app.example'

describe('the address of an embedded page', () => {
  const hosts = ['www.youtube.com', '*.maps.example', 'app.example']
  const kindOf = (value: unknown) => embedSource(value, hosts, page).kind

  it.each(['https://www.youtube.com/embed/x', 'https://WWW.youtube.com/embed/x?y#z', 'https://eu.maps.example/'])('%s is shown', (address) => {
    expect(embedSource(address, hosts, page)).toMatchObject({ kind: 'frame', src: new URL(address).href })
  })

  it.each([
    'https://evil.example/',
    'http://www.youtube.com/embed/x',
    'https://www.youtube.com:8443/x',
    'https://www.youtube.com.evil.example/x',
    'https://xwww.youtube.com/',
    'https://maps.example/',
    'http://127.0.0.1:1/',
    'https://www.youtube.com%2eevil.example/',
  ])('%s is a link at most', (address) => {
    expect(kindOf(address)).not.toBe('frame')
  })

  it.each([
    'https://www.youtube.com@evil.example/x',
    'https://user:pass@www.youtube.com/x',
    'https://evil.example\\@www.youtube.com/',
    'https:\\\\www.youtube.com\\x',
    'https:///www.youtube.com/',
    'https:www.youtube.com',
    '//www.youtube.com/x',
    '/',
    'javascript:parent.__pwned=1',
    'data:text/html,x',
    'java\tscript:alert(1)',
    ' https://www.youtube.com/',
    'https://www.you\ntube.com/',
    'blob:https://www.youtube.com/1',
    'https://app.example/',
    'https://app.example:8080/',
    7,
    null,
    {},
  ])('%j is neither', (address) => {
    expect(kindOf(address)).toBe('refuse')
  })

  it('is a frame for no text that leads anywhere but to a listed host', () => {
    const part = fc.constantFrom('https:', '//', '/', '\\', '@', ':', '#', '?', 'www.youtube.com', 'evil.example', '.', 'a', '%00', '\t', '[::1]', '\u3002')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
        const source = embedSource(`https://${parts.join('')}`, hosts, page)
        if (source.kind === 'frame') expect(new URL(source.src)).toMatchObject({ protocol: 'https:', host: 'www.youtube.com', username: '', password: '' })
      }),
    )
  })
})

describe('the address of a video', () => {
  const kindOf = (src: unknown) => mediaSource(src, { kind: 'video', hosts: ['media.example.org'], origin: page }).kind

  it('is loaded from listed hosts and from the app’s artifacts, from others after a question, and not at all otherwise', () => {
    expect(kindOf('https://media.example.org/a.mp4')).toBe('show')
    expect(kindOf({ artifact_id: 'a1', url: '/agui/artifacts/a1', media_type: 'video/mp4' })).toBe('show')
    expect(kindOf('https://evil.example/a.mp4')).toBe('ask')
    const refused = [
      'http://media.example.org/a.mp4',
      'data:video/mp4;base64,AAAA',
      'javascript:1',
      'https://app.example/x',
      'mailto:a@b.c',
      'blob:https://app.example/1',
    ]
    expect(refused.map(kindOf)).toEqual(refused.map(() => 'refuse'))
    expect(kindOf({ artifact_id: 'a1', url: '/agui/artifacts/a1', media_type: 'text/html' })).toBe('refuse')
    expect(kindOf({ artifact_id: 'a1', url: '/logout?x=/artifacts/a1' })).toBe('refuse')
  })
})

describe('the frame of html', () => {
  it('never gets what would let it out, whoever made the policy', () => {
    expect(filterSandboxTokens('allow-scripts ALLOW-SAME-ORIGIN allow-top-navigation allow-popups allow-forms allow-downloads allow-scripts"')).toBe(
      'allow-scripts allow-forms',
    )
  })

  it('holds the model’s document as one attribute: nothing in it ends the attribute, its style or its script', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('"', "'", '<', '>', '&', '&quot;', '</style>', '</script>', '<!--', '-->', 'x', '\u0000'), { maxLength: 12 }),
        (parts) => {
          const text = parts.join('')
          const inner = innerDocument({ html: text, css: text, js: text })
          const outer = outerDocument(inner, 'allow-scripts')
          const value = /srcdoc="([^"]*)"><\/iframe><\/body><\/html>$/.exec(outer)?.[1]
          expect(value?.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')).toBe(inner)
          // Before the attribute, there is only the script of the outer document itself.
          expect(outer.slice(0, outer.indexOf('srcdoc=')).match(/<\/script>/g)).toHaveLength(1)
        },
      ),
    )
  })

  it('is governed by one policy, in the page’s own document and in the one that hosts serve', () => {
    const outer = outerDocument('', '')
    const [policy] = /default-src[^"]*/.exec(outer) ?? []
    expect(policy).toMatch(/default-src 'none'.*frame-src 'none'.*form-action 'none'.*base-uri 'none'/)
    expect(sandboxDocument.csp).toBe(`${policy}; sandbox allow-scripts`)
    expect(sandboxDocument.body).toContain(`content="${policy}"`)
    expect(sandboxDocument.body).not.toMatch(/https?:|src="/)
  })
})

it('no stylesheet of ours asks for a file', () => {
  for (const name of ['latex', 'video', 'embed']) expect(readFileSync(new URL(`../styles/${name}.css`, import.meta.url), 'utf8')).not.toMatch(/url\(|@import/)
})
