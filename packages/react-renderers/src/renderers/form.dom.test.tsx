import type { JsonObject, JsonValue } from '@pf/core'
import { validateResult } from '@pf/registry'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cpuTime } from '../../../../tooling/test-setup/cpu-time.ts'
import type { RendererInteraction, UploadedFile } from '../context/renderer-props.ts'
import { Ask, asked, everyDefault, everyField, formOf } from '../test-support/form.tsx'
import { fieldTypes } from './form/field-model.ts'

afterEach(cleanup)

const button = (name: string) => screen.getByRole('button', { name })
const send = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement)
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } })
const errors = () => [...document.querySelectorAll('.pf-form-error')].map((error) => error.textContent)
const fieldOf = (label: string) => input(label).closest('.pf-form-field') as HTMLElement

/** Renders a form with these props and returns the submitted answers. */
function ask(props: JsonObject, more: Partial<RendererInteraction> = {}) {
  const interaction = asked(more)
  const view = render(<Ask props={props} interaction={interaction} />)
  return {
    interaction,
    again: (next: Partial<RendererInteraction>, now = props) => view.rerender(<Ask props={now} interaction={{ ...interaction, ...next }} />),
  }
}

describe('a form', () => {
  it('[003-fe-09] draws all field types with their defaults filled in, and sends these when nothing is changed', () => {
    const { interaction } = ask(everyField)
    expect([...document.querySelectorAll<HTMLElement>('.pf-form-field')].map((field) => field.dataset.type).toSorted()).toEqual([...fieldTypes].toSorted())
    expect(input('Copy to').value).toBe('ops@example.org')
    expect(screen.getByText('Codes, separated by commas').id).toBe(input('Carriers').getAttribute('aria-describedby'))
    send()
    expect(interaction.sent).toEqual([everyDefault])
    expect(validateResult('form', everyField, interaction.sent[0])).toMatchObject({ ok: true })
  })

  it('sends what was changed, in the types that the registry asks for', () => {
    const { interaction } = ask(everyField)
    type('Threshold', '7.5')
    type('Carriers', '')
    type('Key of the archive', 'hunter2')
    fireEvent.change(input('Period'), { target: { value: '0' } })
    fireEvent.click(screen.getByLabelText('Asia Pacific'))
    fireEvent.click(screen.getByLabelText('Europe'))
    fireEvent.click(screen.getByLabelText('Letter'))
    fireEvent.click(input('With forecast'))
    type('Share', '55')
    send()
    const { carriers: _, ...rest } = everyDefault
    expect(interaction.sent).toEqual([
      { ...rest, threshold: 7.5, key: 'hunter2', period: 'This month', regions: ['apac'], paper: 'Letter', forecast: false, share: 55 },
    ])
  })

  it('[003-fe-09] shows a fault once its field was left, below the help, and takes it back while it is mended', () => {
    ask(formOf({ name: 'mail', type: 'email', label: 'Mail', helpText: 'Where it goes' }, { name: 'other', type: 'text' }))
    type('Mail', 'ops@')
    expect(errors()).toEqual([])
    fireEvent.blur(input('Mail'))
    expect(errors()).toEqual(['Add the part after the @, for example ops@example.org.'])
    expect(input('Mail').getAttribute('aria-invalid')).toBe('true')
    const described = input('Mail').getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(['Where it goes', ...errors()])
    expect(fieldOf('Other').querySelector('.pf-form-error')).toBeNull()
    type('Mail', 'ops@example.org')
    expect(errors()).toEqual([])
    type('Mail', 'ops')
    expect(errors()).toEqual(['Add an @ and the part after it, for example name@example.org.'])
  })

  it('going from a field to a button under the form is no leaving: nothing moves under the pointer', () => {
    ask(formOf({ name: 'a', type: 'text', required: true, label: 'A' }))
    fireEvent.blur(input('A'), { relatedTarget: button('Not now') })
    expect(errors()).toEqual([])
  })

  const message = 'Ask the archive.'
  const rules: [rule: string, field: JsonObject, wrong: string, says: string, right: string][] = [
    ['required', { type: 'text', required: true }, '', 'Enter a value.', 'x'],
    ['min', { type: 'number', validation: { min: 5 } }, '4', 'Enter 5 or more.', '5'],
    ['max', { type: 'number', validation: { max: 5000 } }, '5001', 'Enter 5,000 or less.', '5000'],
    ['step', { type: 'number', validation: { min: 1, step: 0.5 } }, '1.2', 'Enter 1 or a value that is larger by a multiple of 0.5.', '1.5'],
    ['minLength', { type: 'text', validation: { minLength: 3 } }, 'ab', 'Enter at least 3 characters. You entered 2.', 'abc'],
    ['maxLength', { type: 'text', validation: { maxLength: 3 } }, 'abcd', 'Shorten this to 3 characters. It has 4.', 'ab😀'],
    ['pattern', { type: 'text', validation: { pattern: '^[A-Z]{2}$' } }, 'aa', 'This does not have the required format.', 'AA'],
    ['url', { type: 'url' }, 'javascript:alert(1)', 'Enter a complete address, for example https://example.org.', 'https://example.org'],
    ['tel', { type: 'tel' }, 'call me', 'Enter a telephone number: digits, with + for the country.', '+1 555 0100'],
    ['color', { type: 'color' }, 'red', 'Enter a colour such as #0a84ff, or pick one.', '#ff0000'],
    ['date', { type: 'date', validation: { min: '2025-01-01' } }, '2024-12-31', 'Enter Jan 1, 2025 or later.', '2025-01-01'],
    [
      'datetime',
      { type: 'datetime', validation: { max: '2025-01-01T12:00' } },
      '2025-01-01T12:30',
      'Enter Jan 1, 2025, 12:00 PM or earlier.',
      '2025-01-01T12:00',
    ],
  ]
  it.each(rules)('[003-fe-10] checks %s before anything is sent, in its own words or in the form’s', (rule, field, wrong, says, right) => {
    const { interaction, again } = ask(formOf({ name: 'f', label: 'F', ...field }))
    type('F', wrong)
    send()
    expect(interaction.sent).toEqual([])
    expect(errors().map((error) => error?.replaceAll('\u202f', ' '))).toEqual([says])
    expect(document.activeElement).toBe(input('F'))
    again({}, formOf({ name: 'f', label: 'F', ...field, validation: { ...(field.validation as JsonObject), message } }))
    expect(errors()).toEqual([rule === 'required' ? `${says} ${message}` : message])
    type('F', right)
    expect(errors()).toEqual([])
    send()
    expect(interaction.sent).toHaveLength(1)
  })

  it.each([
    ['select', { type: 'select', options: ['a'], required: true }, 'Choose an option.'],
    ['radio', { type: 'radio', options: ['a'], required: true }, 'Choose an option.'],
    ['multiselect', { type: 'multiselect', options: ['a'], required: true }, 'Choose at least one option.'],
    ['multiselect, min', { type: 'multiselect', options: ['a', 'b', 'c'], default: ['a', 'c'], validation: { max: 2, min: 2 } }, undefined],
    ['checkbox', { type: 'checkbox', required: true }, 'Select this checkbox to continue.'],
    ['switch', { type: 'switch', required: true }, undefined],
    ['file', { type: 'file', required: true }, 'Choose a file.'],
  ])('asks for what is missing: %s', (_, field, says) => {
    const { interaction } = ask(formOf({ name: 'f', label: 'F', ...field } as JsonObject), { upload: vi.fn() })
    send()
    expect(errors()).toEqual(says === undefined ? [] : [says])
    expect(interaction.sent).toHaveLength(says === undefined ? 1 : 0)
  })

  it('counts what may be chosen', () => {
    const { interaction } = ask(formOf({ name: 'f', type: 'multiselect', label: 'F', options: ['a', 'b', 'c'], validation: { min: 2, max: 2 } }))
    fireEvent.click(screen.getByLabelText('a'))
    send()
    expect(errors()).toEqual(['Choose at least 2.'])
    fireEvent.click(screen.getByLabelText('b'))
    fireEvent.click(screen.getByLabelText('c'))
    expect(errors()).toEqual(['Choose at most 2.'])
    fireEvent.click(screen.getByLabelText('a'))
    send()
    expect(interaction.sent).toEqual([{ f: ['b', 'c'] }])
  })

  it('names in an alert what keeps the answer back, and leads there', () => {
    ask(formOf({ name: 'a', type: 'text', label: 'First', required: true }, { name: 'b', type: 'number', label: 'Second', required: true }))
    send()
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe('2 answers need to be corrected:FirstSecond')
    fireEvent.click(within(alert).getByRole('button', { name: 'Second' }))
    expect(document.activeElement).toBe(input('Second'))
    type('Second', '1')
    expect(alert.textContent).toBe('One answer needs to be corrected:First')
    type('First', 'x')
    expect(alert.textContent).toBe('')
  })

  it('clears what need not be chosen', () => {
    const { interaction } = ask(
      formOf(
        { name: 'r', type: 'radio', label: 'R', options: ['a', 'b'], default: 'a' },
        { name: 's', type: 'select', label: 'S', options: ['', 'b'], default: 'b' },
      ),
    )
    fireEvent.click(button('Clear choice of R'))
    fireEvent.change(input('S'), { target: { value: '' } })
    send()
    expect(interaction.sent).toEqual([{}])
    fireEvent.change(input('S'), { target: { value: '0' } })
    send()
    expect(interaction.sent[1]).toEqual({ s: '' })
  })

  it('a field that is disabled says what it shows and is never at fault', () => {
    const { interaction } = ask(
      formOf({ name: 'a', type: 'text', default: 'fixed', disabled: true }, { name: 'b', type: 'text', disabled: true, required: true }),
    )
    send()
    expect(interaction.sent).toEqual([{ a: 'fixed' }])
  })

  it('searches long lists, draws the first of them, and is a list to open where radio buttons are too many', () => {
    const options = Array.from({ length: 500 }, (_, index) => `Option ${index}`)
    ask(formOf({ name: 'm', type: 'multiselect', label: 'M', options }, { name: 'r', type: 'radio', label: 'R', options }))
    expect(document.querySelectorAll('input[type=checkbox]')).toHaveLength(60)
    expect(input('R').tagName).toBe('SELECT')
    fireEvent.change(screen.getByLabelText('Search M'), { target: { value: 'option 49' } })
    expect(document.querySelectorAll('input[type=checkbox]')).toHaveLength(11)
    fireEvent.click(screen.getByLabelText('Option 499'))
    expect(document.querySelector('.pf-form-count')?.textContent).toBe('1 of 500 chosen')
    fireEvent.change(screen.getByLabelText('Search M'), { target: { value: 'nothing' } })
    expect(document.querySelector('.pf-form-none')?.textContent).toBe('No option matches.')
    fireEvent.change(screen.getByLabelText('Search M'), { target: { value: '' } })
    fireEvent.click(button('Show 440 more'))
    expect(document.querySelectorAll('input[type=checkbox]')).toHaveLength(500)
  })
})

describe('the cancel button', () => {
  it.each(['open', 'submitting', 'failed'] as const)('is there while it is %s, named by the form or not, also where nothing can be answered', (state) => {
    const { interaction, again } = ask(formOf({ name: 'a', type: 'text', required: true }), { state })
    fireEvent.click(button('Not now'))
    again({}, { ...formOf({ name: '__proto__', type: 'text' }), cancelLabel: 'Skip it' })
    fireEvent.click(button('Skip it'))
    expect(interaction.left).toBe(2)
    expect(interaction.sent).toEqual([])
  })

  it('a form that nobody can answer says so', () => {
    const { interaction } = ask(formOf({ name: 'a', type: 'text', label: 'One' }, { name: 'a', type: 'number', label: 'Two' }))
    send()
    expect(interaction.sent).toEqual([])
    expect(screen.getByRole('alert').textContent).toBe('This form has an invalid definition and cannot be submitted. You can skip it.')
  })
})

describe('sending', () => {
  const props = formOf({ name: 'a', type: 'text', label: 'A' }, { name: 'b', type: 'text', label: 'B' })

  it('takes no change and no second answer while one is on its way, and keeps the focus', () => {
    const { interaction, again } = ask(props)
    type('A', 'kept')
    input('A').focus()
    again({ state: 'submitting' })
    expect(document.activeElement).toBe(input('A'))
    type('A', 'changed')
    expect(input('A').value).toBe('kept')
    send()
    expect(interaction.sent).toEqual([])
    expect(button('Sending…').getAttribute('aria-disabled')).toBe('true')
  })

  it('keeps everything when it fails, says so and offers to try again', () => {
    const { interaction, again } = ask(props)
    type('A', 'kept')
    send()
    again({ state: 'submitting' })
    again({ state: 'failed' })
    expect(screen.getByRole('alert').textContent).toBe('Your answers could not be sent. They were kept, so you can try again.')
    expect(input('A').value).toBe('kept')
    fireEvent.click(button('Try again'))
    expect(interaction.sent).toEqual([{ a: 'kept' }, { a: 'kept' }])
  })

  it('puts what the server refused at its field, until that is changed', () => {
    const { again } = ask(props)
    type('B', 'taken')
    input('A').focus()
    const issues = [{ code: 'schema_invalid', pointer: '/b', suggestion: 'This name is taken.' }]
    again({ state: 'failed', issues })
    expect(fieldOf('B').querySelector('.pf-form-error')?.textContent).toBe('This name is taken.')
    expect(screen.getByRole('alert').textContent).toBe('One answer needs to be corrected:B')
    expect(document.activeElement).toBe(input('B'))
    expect(button('Submit')).toBeTruthy()
    type('A', 'x')
    expect(errors()).toEqual(['This name is taken.'])
    type('B', 'free')
    expect(errors()).toEqual([])
    again({ state: 'failed', issues: [...issues] })
    expect(errors()).toEqual(['This name is taken.'])
  })
})

describe('a file', () => {
  const props = formOf({ name: 'f', type: 'file', label: 'Figures', validation: { accept: ['.csv', 'text/csv'], maxBytes: 10 } })
  const csv = (text = 'a,b') => new File([text], 'may.csv', { type: 'text/csv' })
  const pick = (file: File) => fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file] } })
  const stored = (file: File): UploadedFile => ({ artifact_id: 'art-1', name: file.name, media_type: file.type, bytes: file.size })
  const line = () => document.querySelector('.pf-form-sent')?.textContent ?? ''

  it('is sent when it is chosen; the answer waits for it and holds what the server said of it', async () => {
    let arrive = (_: UploadedFile) => {}
    const upload = vi.fn(() => new Promise<UploadedFile>((resolve) => (arrive = resolve)))
    const { interaction } = ask(props, { upload })
    await act(async () => void pick(csv()))
    expect(upload).toHaveBeenCalledWith('f', expect.any(File))
    expect(line()).toContain('Sending')
    send()
    expect(errors()).toEqual(['Wait until the file has been sent.'])
    await act(async () => arrive(stored(csv())))
    expect(errors()).toEqual([])
    expect(line()).toContain('Sent')
    send()
    expect(interaction.sent).toEqual([{ f: { artifact_id: 'art-1', name: 'may.csv', media_type: 'text/csv', bytes: 3 } }])
  })

  it.each([
    ['too large', csv('a'.repeat(11)), 'Choose a smaller file, at most 10 bytes.'],
    ['of another kind', new File(['x'], 'x.png', { type: 'image/png' }), 'Choose a file of one of these types: .csv, text/csv.'],
  ])('that is %s is not sent at all', async (_, file, says) => {
    const upload = vi.fn()
    ask(props, { upload })
    await act(async () => void pick(file))
    expect(errors()).toEqual([says])
    expect(upload).not.toHaveBeenCalled()
    fireEvent.click(button(`Remove ${file.name}`))
    expect(document.querySelector('input[type=file]')).not.toBeNull()
  })

  it.each([
    ['rejects', () => Promise.reject(new Error('offline'))],
    [
      'throws',
      () => {
        throw new Error('no')
      },
    ],
  ])('that does not arrive can be sent again: the way of sending %s', async (_, broken) => {
    const upload = vi.fn<NonNullable<RendererInteraction['upload']>>(broken)
    const { interaction } = ask(props, { upload })
    await act(async () => void pick(csv()))
    expect(errors()).toEqual(['The file was not received. Send it again, or remove it and choose another.'])
    upload.mockImplementation(async (_, file) => stored(file))
    await act(async () => void fireEvent.click(button('Send again may.csv')))
    send()
    expect(interaction.sent).toHaveLength(1)
  })

  it('that was removed meanwhile does not come back', async () => {
    let arrive = (_: UploadedFile) => {}
    const { interaction } = ask(props, { upload: () => new Promise((resolve) => (arrive = resolve)) })
    await act(async () => void pick(csv()))
    fireEvent.click(button('Remove may.csv'))
    await act(async () => arrive(stored(csv())))
    send()
    expect(interaction.sent).toEqual([{}])
  })

  it('cannot be chosen where there is no way to send it', () => {
    ask(props)
    expect(document.querySelector<HTMLInputElement>('input[type=file]')?.disabled).toBe(true)
  })
})

describe('while it arrives', () => {
  it('shows what there is, takes nothing, and goes over to the open form with the same elements', () => {
    const fields = everyField.fields as JsonObject[]
    const view = render(<Ask props={{}} streaming />)
    for (let count = 1; count <= fields.length; count++) view.rerender(<Ask props={{ ...everyField, fields: fields.slice(0, count) }} streaming />)
    const first = input('Carriers')
    expect(document.querySelector('fieldset')?.disabled).toBe(true)
    expect([...document.querySelectorAll<HTMLButtonElement>('.pf-form-buttons button')].map((each) => each.disabled)).toEqual([true, true])
    const interaction = asked()
    view.rerender(<Ask props={everyField} interaction={interaction} />)
    expect(input('Carriers')).toBe(first)
    expect(document.querySelector('fieldset')?.disabled).toBe(false)
  })

  it('takes a default that comes late where nothing was changed', () => {
    const { again } = ask(formOf({ name: 'a', type: 'text', label: 'A' }, { name: 'b', type: 'text', label: 'B' }))
    type('B', 'mine')
    again({}, formOf({ name: 'a', type: 'text', label: 'A', default: 'late' }, { name: 'b', type: 'text', label: 'B', default: 'late' }))
    expect([input('A').value, input('B').value]).toEqual(['late', 'mine'])
  })
})

describe('after the answer', () => {
  const value: JsonValue = { ...everyDefault, key: '<secret>', figures: { artifact_id: 'x', name: 'may.csv', media_type: 'text/csv', bytes: 123_456 } }
  const rows = () =>
    Object.fromEntries([...document.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent?.replaceAll('\u202f', ' ')]))

  it('says in a few lines what was chosen and when, in the reader’s words', () => {
    ask(everyField, { state: 'answered', value, answeredAt: Date.UTC(2025, 2, 31, 12) })
    expect(document.querySelector('form')).toBeNull()
    expect(document.querySelector('time')?.dateTime).toBe('2025-03-31T12:00:00.000Z')
    expect(document.querySelector('.pf-form-outcome')?.textContent).toMatch(/^Report settingsYou answered · Mar 31, 2025/)
    expect(rows()).toMatchObject({
      Regions: 'Europe',
      From: 'Mar 31, 2025',
      'Every day at': '8:00 AM',
      Figures: 'may.csv (123 kB)',
      'With forecast': 'Yes',
      Notes: 'Two lines',
    })
  })

  it('never shows a secret, whatever comes back', () => {
    ask(everyField, { state: 'answered', value: { key: 'hunter2' } })
    expect(rows()).toEqual({ 'Key of the archive': 'Provided, not shown' })
    expect(document.body.innerHTML).not.toContain('hunter2')
  })

  it('forgets what was typed with the form', () => {
    const { again } = ask(everyField)
    type('Key of the archive', 'hunter2')
    again({ state: 'answered', value: {} })
    expect(document.body.innerHTML).not.toContain('hunter2')
    again({ state: 'open' })
    expect(input('Key of the archive').value).toBe('')
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('hunter2')
  })

  it.each([
    ['answered_elsewhere', 'Answered in another window'],
    ['expired', 'This can no longer be answered'],
    ['cancelled', 'Not answered'],
  ] as const)('says what became of it: %s', (state, says) => {
    ask(everyField, { state })
    expect(document.querySelector('.pf-form-time')?.textContent).toBe(says)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('hostile props', () => {
  const drawn = (props: unknown) => ask(props as JsonObject)

  it.each<[string, unknown]>([
    ['fields that are no list', { fields: { length: 3 } }],
    ['fields that are nothing', { fields: [null, 1, 'x', [], {}] }],
    [
      'objects for texts',
      { title: { a: 1 }, submitLabel: [], fields: [{ name: 'a', type: 'text', label: { b: 1 }, default: { c: 1 }, options: 4, validation: [], helpText: 3 }] },
    ],
    [
      'types out of every object',
      {
        fields: [
          { name: 'a', type: 'constructor' },
          { name: 'b', type: '__proto__' },
        ],
      },
    ],
    [
      'names out of every object',
      { fields: ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map((name) => ({ name, type: 'text', required: true })) },
    ],
    ['defaults of another type', { fields: fieldTypes.map((type) => ({ name: type, type, options: ['a'], default: { toString: 1 } })) }],
    [
      'bounds of another type',
      { fields: fieldTypes.map((type) => ({ name: type, type, options: ['a'], validation: { min: {}, max: [], step: 'x', accept: [1], maxBytes: 'y' } })) },
    ],
    ['options that are none', { fields: [{ name: 'a', type: 'select', options: [null, 1, {}, { value: 2 }, 'x', 'x', { value: 'x' }] }] }],
    [
      'ends of a slider that end nowhere',
      {
        fields: [
          { name: 'a', type: 'range', validation: { min: 1e308, max: -1e308 } },
          { name: 'b', type: 'range', validation: { min: -1e308, max: 1e308 } },
        ],
      },
    ],
  ])('%s do no harm, and the question can be cancelled', (_, props) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { interaction } = drawn(props)
    send()
    fireEvent.click(button('Not now'))
    expect(interaction.left).toBe(1)
    expect(said.mock.calls).toEqual([])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    said.mockRestore()
  })

  it('draws no more than a registry allows', () => {
    drawn({ fields: Array.from({ length: 500 }, (_, index) => ({ name: `f${index}`, type: 'text' })) })
    expect(document.querySelectorAll('.pf-form-field')).toHaveLength(100)
  })

  it('texts are text, in one line, without controls that reorder them', () => {
    drawn({ title: '<b>T</b>\u202e', fields: [{ name: 'a', type: 'text', label: '<img src=x onerror=1>\n\u202elabel', helpText: '<a href="x">y</a>' }] })
    expect(document.querySelector('b, img, .pf-form a')).toBeNull()
    expect(document.querySelector('.pf-form-label')?.textContent).toBe('<img src=x onerror=1> label')
    expect(document.body.textContent).not.toMatch(/\u202e/)
  })

  it('tells managers of passwords to keep away, and says who asks and where a secret goes', () => {
    drawn(formOf({ name: 'p', type: 'password', label: 'P' }, { name: 'm', type: 'email', label: 'M' }))
    expect([input('P').autocomplete, input('M').autocomplete]).toEqual(['new-password', 'off'])
    expect(document.querySelector('.pf-form-origin')?.textContent).toBe('Question from the assistant')
    expect(fieldOf('P').querySelector('.pf-form-help')?.textContent).toContain('The model does not see it.')
    fireEvent.click(button('Show P'))
    expect(input('P').type).toBe('text')
  })

  it('a pattern that would take other engines hours is answered at once', () => {
    const { interaction } = drawn(formOf({ name: 'a', type: 'text', label: 'A', default: `${'a'.repeat(40)}!`, validation: { pattern: '^(a+)+$' } }))
    const start = cpuTime()
    send()
    expect(cpuTime() - start).toBeLessThan(1_000)
    expect(interaction.sent).toEqual([])
    type('A', 'aaa')
    send()
    expect(interaction.sent).toEqual([{ a: 'aaa' }])
  })
})

describe('on a server', () => {
  it.each(['preview', 'open', 'submitting', 'failed', 'answered', 'expired'] as const)('is drawn without a browser, and continues in one: %s', (state) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const page = <Ask props={everyField} interaction={asked({ state, value: everyDefault, answeredAt: 0 })} />
    const container = document.createElement('div')
    container.innerHTML = renderToString(page)
    document.body.append(container)
    expect(container.textContent).toContain('Report settings')
    render(page, { container, hydrate: true })
    expect(said.mock.calls).toEqual([])
    said.mockRestore()
  })
})
