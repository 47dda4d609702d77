import type { JsonObject } from '@pf/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { PfProvider } from '../provider/pf-provider.tsx'
import { noClient, stateOf } from '../test-support/mount.tsx'
import type { MessageOverrides } from './messages.ts'

afterEach(cleanup)

const german: MessageOverrides = {
  parts: { copy: 'Kopieren' },
  cards: { kind: (component) => (component === 'metric' ? 'Kennzahl' : component), wrongShape: (kind) => `${kind}: falsche Form.`, details: 'Einzelheiten' },
  datagrid: { rowCount: ({ all }) => `${all} Zeilen`, filterRows: 'Zeilen filtern' },
  form: { needText: 'Bitte ausfüllen.', submit: 'Senden', expected: (expected) => `Nötig: ${expected}` },
  metric: { comparedTo: 'zum Vormonat' },
  callout: { warning: 'Achtung' },
  accordion: { section: (number) => `Abschnitt ${number}` },
}

const show = (component: string, props: JsonObject, messages: MessageOverrides = german) =>
  render(
    <PfProvider client={noClient()} messages={messages} locale="de">
      <ComponentRenderer component={stateOf(component, props)} />
    </PfProvider>,
  )

describe('words of the app’s own', () => {
  it('stand in the place of fixed ones, and what was not given stays', async () => {
    show('datagrid', { columns: [{ field: 'a', header: 'A' }], rows: [{ a: 1 }, { a: 2 }], exportable: true, filterable: true })
    expect(await screen.findByText('2 Zeilen')).toBeTruthy()
    expect(screen.getByLabelText('Zeilen filtern')).toBeTruthy()
    expect(screen.getByText('Download CSV')).toBeTruthy()
  })

  it('are those of cards and parts too', async () => {
    show('metric', { value: {}, label: 'x' } as JsonObject)
    expect(await screen.findByText('Kennzahl: falsche Form.')).toBeTruthy()
    expect(screen.getByText('Einzelheiten')).toBeTruthy()
    cleanup()
    show('json', { data: { a: 1 } })
    expect(await screen.findByText('Kopieren')).toBeTruthy()
  })

  it('reach what is said of a value: a figure, a note, a section, a field', async () => {
    show('metric', { value: 1, label: 'x', change: 0.1 })
    expect(await screen.findByText('zum Vormonat')).toBeTruthy()
    cleanup()
    show('callout', { type: 'warning', content: 'x' })
    expect(await screen.findByText('Achtung')).toBeTruthy()
    cleanup()
    show('accordion', { items: [{ title: '', content: 'x' }] })
    await waitFor(() => expect(screen.getByText(/Abschnitt 1|falsche Form/)).toBeTruthy())
  })

  it('change nothing where there are none', async () => {
    show('callout', { type: 'warning', content: 'x' }, {})
    expect(await screen.findByText('Warning')).toBeTruthy()
  })
})
