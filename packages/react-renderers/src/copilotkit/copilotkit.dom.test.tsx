import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PfProvider } from '../provider/pf-provider.tsx'
import { fakeClient } from '../test-support/fake-client.ts'
import { PfComponent, pfActivityRenderer } from './activity-renderer.tsx'
import { PfInterrupts } from './interrupts.tsx'
import { PfQuestionTool, pfToolRenderers } from './question-tool.tsx'

afterEach(cleanup)

const metric = { id: 'a', component: 'metric', props: { value: 7, label: 'Delay' } }
const confirm = { component: 'confirm', props: { message: 'Save it?' } }
const interrupt = (id: string, metadata: Record<string, unknown> = confirm) => ({ id, metadata })
const check = pfActivityRenderer.content['~standard'].validate

describe('pfActivityRenderer', () => {
  it('draws the component of an activity', async () => {
    const Drawn = pfActivityRenderer.render
    render(<Drawn content={metric} />)
    await waitFor(() => expect(document.querySelector('.pf-metric-value')?.textContent).toBe('7'))
  })

  it.each([
    null,
    'x',
    [],
    {},
    { id: 1, component: 'metric', props: {} },
    { id: 'a', component: 'metric', props: [] },
    { ...metric, component: ['metric'] },
    Object.create(metric),
  ])('refuses what is no component: %j', (value) => {
    expect(check(value)).toHaveProperty('issues')
    render(<PfComponent content={value} />)
    expect(document.querySelector('.pf-component')).toBeNull()
  })

  it('gives on only what is known', () => {
    expect(check({ ...metric, title: 3, registry_version: '1.0.0', onClick: 'alert()' })).toEqual({ value: { ...metric, registry_version: '1.0.0' } })
  })

  it('shows a question that only came as an activity to nobody', async () => {
    render(<PfComponent content={{ id: 'a', ...confirm }} />)
    await waitFor(() => expect(document.querySelector('.pf-card')).not.toBeNull())
    expect(screen.queryAllByRole('button')).toEqual([])
  })
})

describe('PfInterrupts', () => {
  it('draws each question and answers it by its id', async () => {
    const resolve = vi.fn(async () => {})
    const cancel = vi.fn(async () => {})
    render(<PfInterrupts interrupts={[interrupt('i1'), interrupt('i2')]} resolve={resolve} cancel={cancel} />)
    const buttons = await screen.findAllByRole('button', { name: /Confirm/ }, { timeout: 30_000 })
    fireEvent.click(buttons[1] as HTMLElement)
    await waitFor(() => expect(resolve).toHaveBeenCalledWith({ confirmed: true }, 'i2'))
    expect(resolve).toHaveBeenCalledTimes(1)
    fireEvent.click(screen.getAllByRole('button', { name: 'Not now' })[0] as HTMLElement)
    await waitFor(() => expect(cancel).toHaveBeenCalledWith('i1'))
  })

  it('keeps an answer that could not be sent, and sends one once however often it is pressed', async () => {
    const resolve = vi
      .fn()
      .mockRejectedValueOnce(new Error('gone'))
      .mockReturnValue(new Promise(() => {}))
    render(<PfInterrupts interrupts={[interrupt('i1')]} resolve={resolve} cancel={vi.fn()} />)
    fireEvent.click(await screen.findByRole('button', { name: /Confirm/ }))
    await screen.findByText(/could not be sent/)
    for (let press = 0; press < 3; press++) fireEvent.click(screen.getByRole('button', { name: /Confirm|Sending/ }))
    await screen.findByRole('button', { name: /Sending/ })
    expect(resolve).toHaveBeenCalledTimes(2)
  })

  it('leaves out what others ask', () => {
    const foreign = [{ id: 'i1' }, interrupt('i2', {}), interrupt('i3', { component: 'confirm', props: 'x' })]
    const { container } = render(<PfInterrupts interrupts={foreign} resolve={vi.fn()} cancel={vi.fn()} />)
    expect(container.textContent).toBe('')
  })
})

it('files can be given where the server knows the question, inside of a provider', async () => {
  const form = { fields: [{ name: 'paper', type: 'file', label: 'Paper' }] }
  const { client } = fakeClient()
  const asked = <PfInterrupts interrupts={[interrupt('i1', { component: 'form', props: form })]} resolve={vi.fn()} cancel={vi.fn()} />
  const tool = <PfQuestionTool component="form" toolCallId="c1" args={form} respond={vi.fn()} />
  const canUpload = async (page: ReactNode) => {
    render(page)
    const input = await waitFor(() => document.querySelector('input[type=file]') ?? Promise.reject(new Error('no form')))
    const open = !(input as HTMLInputElement).disabled
    cleanup()
    return open
  }
  expect(await canUpload(<PfProvider client={client}>{asked}</PfProvider>)).toBe(true)
  expect(await canUpload(<PfProvider client={client}>{tool}</PfProvider>)).toBe(false)
  expect(await canUpload(asked)).toBe(false)
})

describe('PfQuestionTool', () => {
  const args = confirm.props

  it('can be answered while the call waits, and left', async () => {
    const respond = vi.fn(async () => {})
    render(<PfQuestionTool component="confirm" toolCallId="c1" args={args} respond={respond} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(respond).toHaveBeenCalledWith({ status: 'cancelled' }))
  })

  it.each([
    ['{"confirmed":true}', /You answered.*Yes/],
    ['{"status":"cancelled"}', /Not answered/],
    ['{"status":"expired"}', /can no longer be answered/],
  ])('says what came of it: %s', async (result, words) => {
    render(<PfQuestionTool component="confirm" toolCallId="c1" args={args} result={result} />)
    await waitFor(() => expect(document.querySelector('.pf-prompt-summary')?.textContent).toMatch(words))
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  it.each(['not json', '"__proto__"', '[1]', '{"confirmed":"perhaps"}', '{"__proto__":{"status":"cancelled"}}'])(
    'survives a result like %s',
    async (result) => {
      render(<PfQuestionTool component="confirm" toolCallId="c1" args={args} result={result} />)
      await waitFor(() => expect(document.querySelector('.pf-prompt-summary')).not.toBeNull())
    },
  )

  it.each([undefined, 'x', null])('shows nothing while the arguments are %j', (value) => {
    const { container } = render(<PfQuestionTool component="confirm" toolCallId="c1" args={value} respond={vi.fn()} />)
    expect(container.textContent).toBe('')
  })
})

it('pfToolRenderers hide the call of a component and draw questions that were answered', async () => {
  const table = new Map(pfToolRenderers.map(({ name, render }) => [name, render]))
  const [Hidden, Confirm] = [table.get('render_component'), table.get('ui_confirm')]
  if (!Hidden || !Confirm) throw new Error('missing')
  const { container } = render(<Hidden toolCallId="c1" args={{ component: 'metric', props: {} }} result="shown" />)
  expect(container.textContent).toBe('')
  render(<Confirm toolCallId="c2" args={confirm.props} />)
  expect(document.querySelector('.pf-component')).toBeNull()
  render(<Confirm toolCallId="c2" args={confirm.props} result='{"confirmed":true}' />)
  await waitFor(() => expect(document.querySelector('.pf-prompt-summary')?.textContent).toMatch(/Yes/))
})
