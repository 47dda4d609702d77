import { createPartialJson, type JsonObject } from '@pf/core'
import { createComponentSet, createPolicy, validateResult } from '@pf/registry'
import { form } from '@pf/registry/components/form'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { paced } from '../../../../tooling/test-setup/machine-pace.ts'
import example from '../../../registry/components/form.json'
import type { RendererInteraction } from '../context/renderer-props.ts'
import { axeFaults } from '../test-support/axe.ts'
import { Ask, asked, everyDefault, everyField, formOf } from '../test-support/form.tsx'
import { type Mounted, mount } from '../test-support/mount.tsx'

const said = vi.spyOn(console, 'error')
let mounted: Mounted | undefined
beforeEach(() => void said.mockClear())
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  delete document.documentElement.dataset.theme
  expect(said.mock.calls).toEqual([])
})

interface Shown {
  box: HTMLElement
  interaction: ReturnType<typeof asked>
  again(props: JsonObject, more?: Partial<RendererInteraction>, streaming?: boolean): void
}

async function show(props: JsonObject, more: Partial<RendererInteraction> = {}, width = 720): Promise<Shown> {
  const interaction = asked(more)
  const draw = (now: JsonObject, next: Partial<RendererInteraction> = {}, streaming = false) => (
    <StrictMode>
      <Ask props={now} interaction={{ ...interaction, ...next }} streaming={streaming} />
    </StrictMode>
  )
  const page = mount(draw(props), width)
  mounted = page
  await vi.waitFor(() => expect(page.box.querySelector('.pf-form, .pf-form-summary')).not.toBeNull())
  return { box: page.box, interaction, again: (now, next, streaming) => page.render(draw(now, next, streaming)) }
}

const control = (box: HTMLElement, label: string) =>
  [...box.querySelectorAll('label')].find((each) => each.textContent?.startsWith(label))?.control as HTMLInputElement
const errors = (box: HTMLElement) => [...box.querySelectorAll('.pf-form-error')].map((error) => error.textContent?.replaceAll('\u202f', ' '))
const submit = (box: HTMLElement) => userEvent.click(box.querySelector('[type=submit]') as HTMLElement)
const focused = () => document.activeElement

/** Number of characters per delta. The slow suite sends them one by one. */
const PIECE = 41

describe('in a browser', () => {
  it('the registry’s example is filled in and sent by keyboard alone', async () => {
    const { box, interaction } = await show(example.example.props as JsonObject)
    await userEvent.tab()
    expect(focused()).toBe(control(box, 'Period'))
    await userEvent.keyboard('L')
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await userEvent.tab()
    await userEvent.keyboard('me@example.org{Enter}')
    await vi.waitFor(() => expect(interaction.sent).toEqual([{ period: 'Last month', regions: ['apac'], forecast: false, copy_to: 'me@example.org' }]))
    await userEvent.tab()
    expect(focused()?.textContent).toBe('Not now')
    await userEvent.tab()
    expect(focused()?.textContent).toBe('Write it')
  })

  it('[003-fe-09] every type of field holds its default and gives it back as the registry asks', async () => {
    const { box, interaction } = await show(everyField)
    expect(control(box, 'From').valueAsDate?.toISOString()).toBe('2025-03-31T00:00:00.000Z')
    await submit(box)
    expect(interaction.sent).toEqual([everyDefault])
    expect(validateResult('form', everyField, interaction.sent[0])).toMatchObject({ ok: true })
  })

  it('dates and times are typed, and half of one is no answer', async () => {
    const { box, interaction } = await show(
      formOf(
        { name: 'day', type: 'date', label: 'Day' },
        { name: 'at', type: 'datetime', label: 'At' },
        { name: 'hour', type: 'time', label: 'Hour', validation: { min: '08:00' } },
        { name: 'count', type: 'number', label: 'Count' },
      ),
    )
    control(box, 'Day').focus()
    await userEvent.keyboard('0331')
    control(box, 'Hour').focus()
    await userEvent.keyboard('0759AM')
    control(box, 'Count').focus()
    await userEvent.keyboard('1e')
    await submit(box)
    await vi.waitFor(() => expect(errors(box)).toEqual(['Enter a complete date: day, month and year.', 'Enter 8:00 AM or later.', 'Enter a number.']))
    expect(focused()).toBe(control(box, 'Day'))
    await userEvent.keyboard('03312025')
    control(box, 'At').focus()
    await userEvent.keyboard('03312025{Tab}0230PM')
    control(box, 'Hour').focus()
    await userEvent.keyboard('{ArrowUp}')
    control(box, 'Count').focus()
    await userEvent.keyboard('2')
    await vi.waitFor(() => expect(errors(box)).toEqual([]))
    await submit(box)
    expect(interaction.sent).toEqual([{ day: '2025-03-31', at: '2025-03-31T14:30', hour: '08:59', count: 100 }])
  })

  it('a slider goes by arrow keys and says where it stands', async () => {
    const { box, interaction } = await show(formOf({ name: 's', type: 'range', label: 'Share', validation: { min: 0, max: 1 } }))
    control(box, 'Share').focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await vi.waitFor(() => expect(box.querySelector('output')?.textContent).toBe('0.52'))
    await userEvent.keyboard('{Enter}')
    expect(interaction.sent).toEqual([{ s: 0.52 }])
  })

  it('radio buttons go by arrow keys, a file keeps the focus in its place', async () => {
    const upload = async (_: string, file: File) => ({ artifact_id: 'art', name: file.name, media_type: 'text/csv', bytes: file.size })
    const fields = formOf(
      { name: 'r', type: 'radio', label: 'Paper', options: ['A4', 'Letter'], required: true },
      { name: 'f', type: 'file', label: 'Figures' },
    )
    const { box, interaction } = await show(fields, { upload })
    await userEvent.tab()
    await userEvent.keyboard(' {ArrowDown}')
    await vi.waitFor(() => expect(box.querySelector<HTMLInputElement>('input:checked')?.parentElement?.textContent).toBe('Letter'))
    await userEvent.upload(box.querySelector('input[type=file]') as HTMLElement, new File(['a,b'], 'may.csv', { type: 'text/csv' }))
    await vi.waitFor(() => expect(box.querySelector('.pf-form-sent')?.textContent).toContain('Sent'))
    expect(box.querySelector('.pf-form-sent')?.contains(focused())).toBe(true)
    await submit(box)
    expect(interaction.sent).toEqual([{ r: 'Letter', f: { artifact_id: 'art', name: 'may.csv', media_type: 'text/csv', bytes: 3 } }])
    await userEvent.click([...box.querySelectorAll('button')].find((button) => button.textContent?.startsWith('Remove')) as HTMLElement)
    await vi.waitFor(() => expect(focused()).toBe(box.querySelector('input[type=file]')))
  })

  it('the first button that is pressed after a field is the one that acts, faults or not', async () => {
    const { box, interaction } = await show(formOf({ name: 'a', type: 'text', label: 'A', required: true }))
    await userEvent.click(control(box, 'A'))
    await userEvent.click([...box.querySelectorAll('button')].find((button) => button.textContent === 'Not now') as HTMLElement)
    expect(interaction.left).toBe(1)
  })

  it('plays its arrival piece by piece without a fault, keeps its elements, and is then filled in', async () => {
    const rules = createComponentSet([form])
    const policy = createPolicy({ renderers: ['form'] })
    const text = JSON.stringify(everyField)
    const parser = createPartialJson()
    const { box, again, interaction } = await show({}, {}, 720)
    let title: Element | null = null
    for (let at = 0; at < text.length; at += PIECE) {
      parser.feed(text.slice(at, at + PIECE))
      const props = rules.validPrefix('form', parser.value, { policy, pathState: (pointer) => parser.pathState(pointer) })
      again(props ?? {}, {}, true)
      await new Promise(requestAnimationFrame)
      title ??= box.querySelector('.pf-form-title')
      expect(box.querySelector('.pf-form')).not.toBeNull()
    }
    expect(box.querySelectorAll('.pf-form-field').length).toBeGreaterThan(16)
    const first = control(box, 'Carriers')
    expect(first.matches(':disabled')).toBe(true)
    again(everyField)
    await vi.waitFor(() => expect(first.matches(':disabled')).toBe(false))
    expect(control(box, 'Carriers')).toBe(first)
    expect(box.querySelector('.pf-form-title')).toBe(title)
    await submit(box)
    expect(interaction.sent).toEqual([everyDefault])
  })

  it('an open form that gets another field keeps the focus, the cursor and what was typed', async () => {
    const fields = [{ name: 'a', type: 'text', label: 'A' }]
    const { box, again } = await show({ fields })
    await userEvent.type(control(box, 'A'), 'word')
    control(box, 'A').setSelectionRange(2, 2)
    again({ fields: [...fields, { name: 'b', type: 'text', label: 'B' }] })
    await vi.waitFor(() => expect(control(box, 'B')).toBeTruthy())
    expect([focused(), control(box, 'A').value, control(box, 'A').selectionStart]).toEqual([control(box, 'A'), 'word', 2])
  })
})

describe('its looks', () => {
  it('at 340 pixels nothing is wider than the form, and halves stand below each other', async () => {
    const { box } = await show(everyField, {}, 340)
    const { right } = (box.querySelector('.pf-form') as HTMLElement).getBoundingClientRect()
    for (const each of box.querySelectorAll('.pf-form *')) expect(each.getBoundingClientRect().right, each.outerHTML.slice(0, 80)).toBeLessThanOrEqual(right)
    const tops = [...box.querySelectorAll('.pf-form-field')].map((field) => field.getBoundingClientRect().top)
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    expect(new Set(tops).size).toBe(tops.length)
  })

  it('halves and thirds stand side by side where there is room; labels stand beside in the horizontal layout; inline is one line', async () => {
    const top = (box: HTMLElement, name: string) => (control(box, name).closest('.pf-form-field') as HTMLElement).getBoundingClientRect().top
    const { box, again } = await show(everyField)
    expect(top(box, 'Carriers')).toBe(top(box, 'Threshold'))
    expect([top(box, 'From'), top(box, 'Send at')]).toEqual([top(box, 'Every day at'), top(box, 'Every day at')])
    again({ ...everyField, layout: 'horizontal' })
    await vi.waitFor(() => expect(top(box, 'Threshold')).toBeGreaterThan(top(box, 'Carriers')))
    const label = box.querySelector('.pf-form-label') as HTMLElement
    expect(label.getBoundingClientRect().right).toBeLessThan(control(box, 'Carriers').getBoundingClientRect().left)
    again({
      fields: [
        { name: 'a', type: 'text', label: 'A' },
        { name: 'b', type: 'date', label: 'B' },
      ],
      layout: 'inline',
    })
    await vi.waitFor(() => expect(control(box, 'B')).toBeTruthy())
    const send = box.querySelector('[type=submit]') as HTMLElement
    expect(new Set([control(box, 'A'), control(box, 'B'), send].map((each) => Math.round(each.getBoundingClientRect().bottom))).size).toBe(1)
  })

  it('from right to left it is mirrored', async () => {
    const { box } = await show(everyField)
    box.dir = 'rtl'
    const at = (name: string) => control(box, name).getBoundingClientRect().left
    expect(at('Carriers')).toBeGreaterThan(at('Threshold'))
    const buttons = [...box.querySelectorAll('.pf-form-buttons button')].map((button) => button.getBoundingClientRect().left)
    expect(buttons[0]).toBeGreaterThan(buttons[1] ?? 0)
  })

  it('with forced colours a switch still shows which way it stands', async () => {
    const session = cdp() as unknown as { send(method: string, params: object): Promise<unknown> }
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] })
    const { box } = await show(formOf({ name: 'on', type: 'switch', default: true }, { name: 'off', type: 'switch' }))
    const [on, off] = [...box.querySelectorAll('.pf-form-switch')].map((each) => getComputedStyle(each).backgroundColor)
    await session.send('Emulation.setEmulatedMedia', { features: [] })
    expect(on).not.toBe(off)
  })

  it.each(['light', 'dark'])('axe finds nothing, filled in, with faults, before, and after: %s', async (theme) => {
    document.documentElement.dataset.theme = theme
    const { box, again } = await show(everyField, { upload: vi.fn() })
    expect(await axeFaults(box)).toEqual([])
    const fields = everyField.fields as JsonObject[]
    const empty = { ...everyField, fields: fields.map(({ default: _, ...field }) => ({ ...field, required: field.type !== 'switch' })) }
    again(empty)
    await vi.waitFor(() => expect(control(box, 'Carriers').value).toBe(''))
    await submit(box)
    await vi.waitFor(() => expect(errors(box).length).toBeGreaterThan(10))
    expect(await axeFaults(box)).toEqual([])
    again(everyField, {}, true)
    await vi.waitFor(() => expect(box.querySelector('.pf-form')?.getAttribute('data-state')).toBe('preview'))
    expect(await axeFaults(box)).toEqual([])
    again(everyField, { state: 'answered', value: everyDefault, answeredAt: 0 })
    await vi.waitFor(() => expect(box.querySelector('.pf-form-summary')).not.toBeNull())
    expect(await axeFaults(box)).toEqual([])
  })
})

describe('hostile payloads straight into the renderer', () => {
  const select = (index: number) => ({ name: `f${index}`, type: 'select', options: Array.from({ length: 200 }, (_, at) => `Option ${at}`) })
  it.each<[string, JsonObject]>([
    ['patterns that other engines take hours for', formOf({ name: 'a', type: 'text', default: `${'a'.repeat(40)}!`, validation: { pattern: '^(a+)+$' } })],
    [
      'patterns that are none',
      formOf({ name: 'a', type: 'text', default: 'x', validation: { pattern: '([' } }, { name: 'b', type: 'text', validation: { pattern: '(?<n>a)\\k<m>' } }),
    ],
    ['thousands of fields with one name', { fields: Array.from({ length: 5_000 }, () => ({ name: 'f', type: 'select', options: ['a', 'b'] })) }],
    ['thousands of fields and options', { fields: Array.from({ length: 5_000 }, (_, index) => select(index)) }],
    ['a field that must be filled in and cannot', formOf({ name: 'a', type: 'text', required: true, disabled: true })],
    [
      'a credential that is asked for',
      {
        title: 'Google - your session has expired',
        fields: [
          { name: 'email', type: 'email' },
          { name: 'password', type: 'password' },
        ],
      },
    ],
    ['a title without end', { title: 'W'.repeat(100_000), ...formOf({ name: 'a', type: 'text', label: 'W'.repeat(100_000), helpText: 'W'.repeat(100_000) }) }],
  ])('%s: the page stays alive, the reader sees who asks and can leave', async (_, props) => {
    const start = performance.now()
    const { box, interaction } = await show(props)
    await submit(box)
    await new Promise(requestAnimationFrame)
    expect(performance.now() - start).toBeLessThan(paced(3_000))
    expect(box.querySelector('.pf-form-origin')?.textContent).toBe('Question from the assistant')
    const { right } = box.getBoundingClientRect()
    for (const each of box.querySelectorAll('.pf-form, .pf-form-title, .pf-form-label')) expect(each.getBoundingClientRect().right).toBeLessThanOrEqual(right)
    await userEvent.click([...box.querySelectorAll('button')].find((button) => button.textContent === 'Not now') as HTMLElement)
    expect(interaction.left).toBe(1)
  })
})
