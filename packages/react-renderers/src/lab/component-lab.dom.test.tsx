import type { CatalogComponent, CatalogView, JsonObject } from '@pf/core'
import { getComponent } from '@pf/registry'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createComponentStore } from '../conversation/create-component-store.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { fakeClient } from '../test-support/fake-client.ts'
import { chunk, logOf, started } from '../test-support/run-log.ts'
import { ComponentLab } from './component-lab.tsx'

afterEach(cleanup)

function entryOf(name: string): CatalogComponent {
  const entry = getComponent(name)
  if (!entry) throw new Error(`no ${name}`)
  const { description, category, interactive, tags, propsSchema, example } = entry
  return { name, description, category, interactive, tags: [...tags], props_schema: propsSchema, example: { ...example } as JsonObject }
}

const catalog = ['metric', 'json', 'callout', 'form', 'confirm', 'select_option'].map(entryOf)
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Payload as JSON' })
const write = (value: unknown) => fireEvent.change(field(), { target: { value: typeof value === 'string' ? value : JSON.stringify(value, undefined, 2) } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const preview = () => screen.getByRole('region', { name: 'Preview' }).querySelector('.pf-lab-canvas')?.textContent ?? ''
const status = () => document.querySelector('.pf-lab-state')?.textContent ?? ''
const pick = (name: string) => fireEvent.click(within(screen.getByRole('navigation', { name: 'Components' })).getByRole('button', { name }))

describe('ComponentLab', () => {
  it('[003-fe-13] lists the components with search, and shows schema and example of the open one', async () => {
    render(<ComponentLab components={catalog} />)
    expect(
      screen.getAllByRole('list').flatMap((list) =>
        within(list)
          .queryAllByRole('button')
          .map((button) => button.textContent),
      ),
    ).toEqual(catalog.map(({ name }) => name))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'kpi' } })
    expect(
      within(screen.getByRole('navigation'))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['metric'])
    pick('metric')
    expect(JSON.parse(field().value)).toEqual({ component: 'metric', props: catalog[0]?.example?.props })
    expect(screen.getByRole('heading', { name: 'metric' }).parentElement?.textContent).toContain(catalog[0]?.description.split('\n')[0])
    expect(screen.getByRole('row', { name: /^value required number \| string/ })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'JSON Schema' }).textContent).toContain('"sparkline"')
    await waitFor(() => expect(status()).toMatch(/^Valid\d+ bytes, about \d+ tokens$/))
  })

  it('[003-fe-14] previews what is typed and names what is wrong with it, each fault with a way to its place', async () => {
    render(<ComponentLab components={catalog} />)
    write({ component: 'metric', props: { value: 42, label: 'Ships' } })
    await waitFor(() => expect(preview()).toContain('42'))
    write({ component: 'metric', props: { value: 42, label: 7 } })
    await waitFor(() => expect(status()).toContain('1 problem'))
    expect(field().getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(preview()).toContain('could not be shown'))
    press(/props\/label expected string/)
    expect(document.activeElement).toBe(field())
    expect(field().value.slice(field().selectionStart, field().selectionEnd)).toBe('7')
    write('{"component": "metric", "props": {"value": 43, "label": "Ships"}')
    await waitFor(() => expect(screen.getByRole('button', { name: /1:65 Invalid JSON: expected a comma or }/ })).toBeTruthy())
    expect(preview()).toContain('could not be shown')
    write('{"component": "metric", "props": {"value": 43, "label": "Ships"}}')
    await waitFor(() => expect(preview()).toContain('43'))
    press('Format')
    expect(field().value.split('\n')).toHaveLength(7)
    press('Example')
    await waitFor(() => expect(JSON.parse(field().value).props).toEqual(catalog[0]?.example?.props))
  })

  it('keeps the page whole for any text', async () => {
    render(<ComponentLab components={catalog} />)
    const texts = [
      '',
      'null',
      '[]',
      '"x"',
      '{}',
      '{"component":"__proto__","props":{}}',
      '{"component":"constructor","props":{"a":1}}',
      `{"component":"json","props":${'['.repeat(500)}`,
    ]
    for (const text of [...texts, '{"component":"json","props":{"data":{"__proto__":{"a":1}}}}', '{"component":"no_such","props":{}}']) {
      write(text)
      await waitFor(() => expect(status()).toMatch(/problem/))
    }
    pick('callout')
    await waitFor(() => expect(status()).toMatch(/^Valid/))
  })

  it('plays a payload as deltas: held at any place, back and forth', async () => {
    render(<ComponentLab components={catalog} />)
    write({ component: 'metric', props: { label: 'Ships in port', value: 42 } })
    await waitFor(() => expect(preview()).toContain('42'))
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Received characters' })
    const seek = (cut: number) => fireEvent.change(slider, { target: { value: String(cut) } })
    seek(10)
    expect(preview()).toContain('contain nothing that can be shown')
    seek(Number(slider.max) - 8)
    await waitFor(() => expect(preview()).toContain('Ships in port'))
    expect(preview()).not.toContain('42')
    expect(document.querySelector('.pf-lab-canvas .pf-component')?.getAttribute('data-status')).toBe('streaming')
    press('Play')
    await waitFor(() => expect(slider.value).toBe(slider.max), { timeout: 30_000 })
    await waitFor(() => expect(preview()).toContain('42'))
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy()
  })

  it('answers questions in the page and shows the answers as JSON', async () => {
    render(<ComponentLab components={catalog} />)
    const answer = () => JSON.parse(screen.getByRole('region', { name: 'Answer as JSON' }).textContent ?? '') as unknown
    write({ component: 'confirm', props: { message: 'Remove it?' } })
    await waitFor(() => expect(screen.getByText('Remove it?')).toBeTruthy())
    const [, yes] = document.querySelectorAll<HTMLButtonElement>('.pf-lab-canvas button')
    if (yes) fireEvent.click(yes)
    await waitFor(() => expect(answer()).toHaveProperty('result'))
    press('Ask again')
    expect(screen.queryByRole('region', { name: 'Answer as JSON' })).toBeNull()
    write({ component: 'form', props: { fields: [{ name: 'city', type: 'text', default: 'Oslo' }], submitLabel: 'Continue' } })
    await waitFor(() => press('Continue'))
    await waitFor(() => expect(answer()).toEqual({ result: { city: 'Oslo' } }))
  })

  it('[003-fe-15] takes over the last component of a conversation and copies the payload', async () => {
    const store = createComponentStore({ schedule: (flush) => queueMicrotask(flush) })
    const copied = vi.fn(async (_: string) => {})
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true })
    render(<ComponentLab components={catalog} store={store} />)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Last artifact' }).disabled).toBe(true)
    for (const event of logOf([started(), chunk('a', 'callout', { content: 'From the run' })])) store.apply(event)
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Last artifact' }).disabled).toBe(false))
    press('Last artifact')
    expect(JSON.parse(field().value)).toEqual({ component: 'callout', props: { content: 'From the run' } })
    expect(screen.getByRole('heading', { name: 'callout' })).toBeTruthy()
    await waitFor(() => expect(status()).toMatch(/^Valid/))
    press('Copy as JSON')
    await waitFor(() => expect(copied).toHaveBeenCalledWith('{"component":"callout","props":{"content":"From the run"}}'))
  })

  it('[003-fe-16] takes the catalogue of the server, and shows nothing of it while rich output is off', async () => {
    const view = (enabled: boolean): CatalogView => ({
      enabled,
      registry_version: '1',
      digest: '',
      allowlist: [],
      counts: { total: 21, enabled: enabled ? 6 : 0 },
      components: enabled ? catalog : [],
    })
    const answers = [Promise.reject(new Error('down')), Promise.resolve(view(true))]
    const { client } = fakeClient({ catalog: () => answers.shift() ?? Promise.resolve(view(false)) })
    const { unmount } = render(
      <PfProvider client={client}>
        <ComponentLab />
      </PfProvider>,
    )
    await waitFor(() => expect(screen.getByText('The catalogue could not be loaded.')).toBeTruthy())
    press('Try again')
    await waitFor(() => expect(screen.getByRole('navigation', { name: 'Components' })).toBeTruthy())
    unmount()
    render(
      <PfProvider client={client}>
        <ComponentLab />
      </PfProvider>,
    )
    await waitFor(() => expect(screen.getByText('No components are enabled here.')).toBeTruthy())
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})
