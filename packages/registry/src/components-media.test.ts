import { describe, expect, it } from 'vitest'
import { everything } from './test-support/examples.ts'
import { faultsOf, lengths, propsOf, switches, takes } from './test-support/taking.ts'

const png = 'data:image/png;base64,iVBORw0KGgo='
const hosts = { ...everything, urlHosts: ['cdn.example.org', '*.maps.example'] }

describe('image', () => {
  const base = { src: png }

  it('[003-cmp-23] needs an address or a data URI; alt, caption, sizes, four fits, zoom and border', () => {
    expect(faultsOf('image', {})).toEqual(['/src'])
    expect(propsOf('image', base)).toEqual({ src: png, objectFit: 'contain', zoomable: false, border: false })
    takes('image', base, 'alt', { good: ['', 'A'], bad: [1, 'x'.repeat(1001)] })
    takes('image', base, 'caption', { good: ['', 'C'], bad: [1, 'x'.repeat(2001)] })
    for (const name of ['width', 'maxWidth', 'height']) takes('image', base, name, lengths)
    takes('image', base, 'objectFit', { good: ['contain', 'cover', 'fill', 'none'], bad: ['scale-down', ''] })
    for (const name of ['zoomable', 'border']) takes('image', base, name, switches)
  })

  it('loads from listed hosts only, and holds no picture that could run something', () => {
    expect(propsOf('image', { src: 'https://cdn.example.org/a.png' }, hosts)).toBeDefined()
    for (const src of [
      'https://elsewhere.example/a.png',
      'http://cdn.example.org/a.png',
      '/agui/tool_result?x=1',
      'javascript:x',
      'data:image/svg+xml;base64,PHN2Zz4=',
      '',
      7,
    ])
      expect({ src, faults: faultsOf('image', { src }, hosts) }).toEqual({ src, faults: ['/src'] })
    expect(faultsOf('grid', { items: [{ component: 'image', props: { src: 'https://elsewhere.example/a.png' } }] }, hosts)).toEqual(['/items/0/props/src'])
  })
})

describe('html', () => {
  const base = { html: '<p>x</p>' }

  it('[003-cmp-24] needs html; css, js, a height of 400px; the host decides on the sandbox', () => {
    expect(faultsOf('html', {})).toEqual(['/html'])
    expect(propsOf('html', base)).toEqual({ ...base, height: '400px', sandbox: 'allow-scripts' })
    expect(propsOf('html', { ...base, css: 'p{}', js: '1' })).toBeDefined()
    expect(propsOf('html', { ...base, sandbox: 'allow-forms' }, { ...everything, htmlSandbox: '' })).toMatchObject({ sandbox: '' })
    takes('html', base, 'height', lengths)
    for (const name of ['html', 'css', 'js', 'sandbox']) expect(faultsOf('html', { ...base, [name]: 1 })).toEqual([`/${name}`])
    expect(faultsOf('html', { ...base, css: 'x'.repeat(50_001), js: 'x'.repeat(100_001) })).toEqual(['/css', '/js'])
  })

  it.each(['allow-scripts allow-same-origin', 'ALLOW-SAME-ORIGIN', 'allow-top-navigation', 'x allow-popups-to-escape-sandbox'])(
    'refuses to be asked for a frame with %s, also where a host has enabled it',
    (sandbox) => {
      expect(faultsOf('html', { ...base, sandbox })).toEqual(['/sandbox'])
      expect(faultsOf('tabs', { tabs: [{ label: 'x', component: 'html', props: { ...base, sandbox } }] })).toEqual(['/tabs/0/props/sandbox'])
    },
  )

  it('[003-reg-09] is off by default like embed and video, at any depth', () => {
    const inside = (component: string, props: object) => ({ sections: [{ components: [{ component, props }] }] })
    for (const [name, props] of [
      ['html', base],
      ['embed', { url: 'https://cdn.example.org/' }],
      ['video', { src: 'https://cdn.example.org/v.mp4' }],
    ] as const) {
      expect(faultsOf(name, props, { urlHosts: hosts.urlHosts })).toEqual([''])
      expect(faultsOf('report', inside(name, props), { urlHosts: hosts.urlHosts })).toEqual(['/sections/0/components/0/component'])
      expect(faultsOf('report', inside(name, props), hosts)).toEqual([])
    }
  })
})

describe('video', () => {
  const base = { src: 'https://cdn.example.org/v.mp4' }

  it('[003-cmp-25] needs an address; poster, autoplay, controls, loop, muted and sizes with their defaults', () => {
    expect(faultsOf('video', {}, hosts)).toEqual(['/src'])
    expect(propsOf('video', base, hosts)).toEqual({ ...base, autoplay: false, controls: true, loop: false, muted: false })
    expect(
      propsOf('video', { ...base, poster: png, width: '50%', height: '200px', autoplay: true, controls: false, loop: true, muted: true }, hosts),
    ).toBeDefined()
    expect(faultsOf('video', { ...base, poster: 1, width: '1px;x', height: 1, autoplay: 1, controls: 1, loop: 1, muted: 1 }, hosts)).toHaveLength(7)
  })

  it('loads nothing from hosts that are not listed, pictures before it plays included', () => {
    expect(faultsOf('video', { src: 'https://elsewhere.example/v.mp4' }, hosts)).toEqual(['/src'])
    expect(faultsOf('video', { src: 'data:video/mp4;base64,AAAA' }, hosts)).toEqual(['/src'])
    expect(faultsOf('video', { ...base, poster: 'https://elsewhere.example/p.png' }, hosts)).toEqual(['/poster'])
  })
})

describe('embed', () => {
  const base = { url: 'https://eu.maps.example/harbour' }

  it('[003-cmp-26] needs an address; title, full width, a height of 400px and full screen on request', () => {
    expect(faultsOf('embed', {}, hosts)).toEqual(['/url'])
    expect(propsOf('embed', base, hosts)).toEqual({ ...base, width: '100%', height: '400px', allowFullscreen: true })
    expect(propsOf('embed', { ...base, title: 'T', width: '50vw', height: '80vh', allowFullscreen: false }, hosts)).toBeDefined()
    expect(faultsOf('embed', { ...base, title: 1, width: '100%;x', height: '0', allowFullscreen: 'no' }, hosts)).toEqual([
      '/title',
      '/width',
      '/height',
      '/allowFullscreen',
    ])
  })

  it.each([
    '/',
    'https://maps.example/x',
    'https://eu.maps.example@evil.example/',
    'https://evil.example\\@eu.maps.example/',
    'http://eu.maps.example/',
    'https://eu.maps.example:8443/',
    'javascript:x',
    'data:text/html,x',
    'https://127.0.0.1/',
  ])('refuses %s', (url) => {
    expect(faultsOf('embed', { url }, hosts)).toEqual(['/url'])
  })
})
