import type { MessageFile } from '@pf/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { PfProvider } from '../provider/pf-provider.tsx'
import { fakeClient } from '../test-support/fake-client.ts'
import { MessageFiles } from './message-files.tsx'

afterEach(cleanup)

const picture: MessageFile = { kind: 'image', media_type: 'image/png', name: 'chart.png', artifact_id: 'file-1', bytes: 20_000, url: '/artifacts/file-1' }

const show = (...files: MessageFile[]) =>
  render(
    <PfProvider client={fakeClient().client} locale="en">
      <MessageFiles files={files} />
    </PfProvider>,
  ).container

describe('MessageFiles', () => {
  it('[003-in-08] shows a stored raster image as a picture, and any other file by name and size', () => {
    show(picture, { kind: 'document', media_type: 'text/csv', name: 'sales.csv', artifact_id: 'file-2', bytes: 1_400_000, url: '/artifacts/file-2' })
    const link = screen.getByRole('link', { name: 'chart.png, open in a new tab' })
    expect([link.getAttribute('rel'), new URL(link.querySelector('img')?.src ?? '').pathname]).toEqual(['noreferrer', '/artifacts/file-1'])
    expect(screen.getByRole('list', { name: '2 files' }).querySelectorAll('li')[1]?.textContent).toBe('sales.csv1.4 MB')
  })

  it('shows a picture that cannot be loaded by its name', () => {
    const container = show(picture)
    fireEvent.error(container.querySelector('img') as HTMLImageElement)
    expect([container.querySelector('img'), container.textContent]).toEqual([null, 'chart.png20 kB'])
  })

  it.each<[string, Partial<MessageFile>]>([
    ['an SVG', { media_type: 'image/svg+xml' }],
    ['a page with the kind of an image', { media_type: 'text/html' }],
    ['an address elsewhere', { url: 'https://example.com/artifacts/file-1' }],
    ['a script', { url: 'javascript:alert(1)//artifacts/file-1' }],
    ['a data URL', { url: 'data:image/svg+xml;base64,PHN2Zz4=' }],
    ['another route', { url: '/agui/cancel' }],
    ['another artifact', { url: '/artifacts/file-2' }],
    ['a file without an address', { url: '' }],
  ])('[003-in-08] loads nothing for %s', (_, more) => {
    const container = show({ ...picture, ...more })
    expect([container.querySelectorAll('img, a, svg, object, iframe').length, container.textContent]).toEqual([0, 'chart.png20 kB'])
  })

  it('loads no address that a client sent', () => {
    const container = show({ kind: 'image', media_type: 'image/png', url: 'https://example.com/track.png' })
    expect([container.querySelector('img'), container.textContent]).toEqual([null, 'File without a name'])
  })

  it('shows a hostile name as text on one line, and few of many files', () => {
    const container = show({ kind: 'document', media_type: 'text/plain', name: `\u202egpj.<img src=x onerror=alert(1)>\n${'x'.repeat(5_000)}` })
    expect([container.querySelector('img'), container.querySelector('bdi')?.textContent?.length]).toEqual([null, 120])
    expect(container.textContent).not.toContain('\u202e')
    cleanup()
    expect(show(...Array.from({ length: 60 }, () => picture)).querySelectorAll('img')).toHaveLength(50)
  })

  it('renders nothing without files', () => {
    expect(render(<MessageFiles files={[]} />).container.innerHTML).toBe('')
  })
})
