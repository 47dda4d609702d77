import type { FileClient, MessageFile } from '@pf/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page as browserPage, userEvent } from 'vitest/browser'
import { PfChat, type PfChatProps } from '../chat.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { axeFaults } from '../test-support/axe.ts'
import { type FakeStream, fakeClient } from '../test-support/fake-client.ts'
import { foreignMessages } from '../test-support/foreign-messages.ts'
import { type Mounted, mount } from '../test-support/mount.tsx'
import { chunk, finished, logOf, payload, started, text } from '../test-support/run-log.ts'

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  document.documentElement.removeAttribute('data-theme')
  document.documentElement.removeAttribute('dir')
})

interface Showing extends Partial<PfChatProps> {
  width?: number
  client?: Parameters<typeof fakeClient>[0]
  foreign?: boolean
}

function show({ width = 720, client: more, foreign = false, ...props }: Showing = {}) {
  const { client, streams, cancelled } = fakeClient(more)
  mounted = mount(
    <div style={{ height: 560 }}>
      <PfProvider client={client} {...(foreign ? { messages: foreignMessages } : {})}>
        <PfChat threadId="t1" restore={false} {...props} />
      </PfProvider>
    </div>,
    width,
  )
  return { box: mounted.box, streams, cancelled }
}

const within = <Kind extends HTMLElement>(box: HTMLElement, selector: string): Promise<Kind> =>
  vi.waitFor(() => {
    const found = box.querySelector<Kind>(selector)
    if (!found) throw new Error(`no ${selector}`)
    return found
  })
const button = (box: HTMLElement, name: string) =>
  vi.waitFor(() => {
    const found = [...box.querySelectorAll('button')].find((each) => (each.getAttribute('aria-label') ?? each.textContent) === name)
    if (!found) throw new Error(`no button ${name}`)
    return found
  })

async function ask(box: HTMLElement, question: string) {
  const field = await within<HTMLTextAreaElement>(box, 'textarea')
  field.focus()
  await userEvent.keyboard(`${question}{Enter}`)
}

const suggestion = { action_id: 'a', label: 'By year', params: { message: 'Show it by year' } }
const answerLog = (stream: FakeStream | undefined) => {
  const id = stream?.run_id ?? ''
  return logOf([
    started(id),
    ...text('m1', 'Revenue rose by **4 %**.'),
    chunk('c1', 'metric', { label: 'Revenue', value: 482_300, format: 'currency' }),
    finished({ result: payload('Revenue rose by **4 %**.', { suggested_actions: [suggestion], warnings: ['Preliminary.'] }) }, id),
  ])
}

const stored: MessageFile = { kind: 'document', media_type: 'text/csv', name: 'sales.csv', artifact_id: 'file-1', bytes: 12, url: '/artifacts/file-1' }
const uploads = (): FileClient & { uploadFile: ReturnType<typeof vi.fn> } => ({ uploadFile: vi.fn(async () => stored) })

describe('PfChat', () => {
  it('asks, shows the answer with its component, warning and suggestion, and asks the suggestion', async () => {
    const said = vi.spyOn(console, 'error')
    const { box, streams } = show({ examples: [{ ask: 'How is revenue?', shows: 'A figure' }], welcome: <h1>Welcome</h1> })
    await within(box, '.pf-chat-empty h1')
    ;(await button(box, 'How is revenue?A figure')).click()
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    await vi.waitFor(() => expect(box.querySelector('.pf-chat-empty')).toBeNull())
    streams[0]?.push(...answerLog(streams[0]))
    streams[0]?.end()
    await vi.waitFor(() => expect(box.querySelector('.pf-chat-answer')?.textContent).toMatch(/Revenue rose by 4 %.*482,300.*Preliminary/s), { timeout: 30_000 })
    ;(await button(box, 'By year')).click()
    await vi.waitFor(() =>
      expect([...box.querySelectorAll('.pf-chat-question')].map((each) => each.textContent)).toEqual(['How is revenue?', 'Show it by year']),
    )
    expect(streams[1]?.request?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(said.mock.calls).toEqual([])
  })

  it('works by keyboard: Enter sends, Shift+Enter breaks the line, Escape stops, and the focus returns to the input', async () => {
    const { box, streams, cancelled } = show()
    const field = await within<HTMLTextAreaElement>(box, 'textarea')
    field.focus()
    await userEvent.keyboard('One{Shift>}{Enter}{/Shift}two')
    expect([field.value, streams.length]).toEqual(['One\ntwo', 0])
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    expect(field.value).toBe('')
    streams[0]?.push(...logOf([started(streams[0].run_id), ...text('m1', 'Half of')]))
    await button(box, 'Stop')
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(cancelled).toEqual([streams[0]?.run_id]))
    streams[0]?.push(...logOf([{ type: 'RUN_ERROR', message: 'cancelled', code: 'cancelled' }], 10))
    streams[0]?.end()
    await button(box, 'Send')
    expect(document.activeElement).toBe(field)
  })

  it('uploads files that are chosen or dropped, sends them with the question, and shows them in it', async () => {
    const files = uploads()
    const { box, streams } = show({ files })
    const data = new DataTransfer()
    data.items.add(new File(['a,b\n1,2\n'], 'sales.csv', { type: 'text/csv' }))
    const form = await within(box, '.pf-chat-form')
    form.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
    await vi.waitFor(() => expect(box.querySelector('.pf-chat-files')?.textContent).toContain('sales.csv1 kB'))
    expect(files.uploadFile).toHaveBeenCalledWith('t1', expect.any(File), { signal: expect.any(AbortSignal) })
    await Promise.all(document.getAnimations().map(({ finished: end }) => end))
    expect(await axeFaults(box)).toEqual([])
    ;(await button(box, 'Send')).click()
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    const part = { type: 'document', source: { type: 'file', provider: 'pf', value: 'file-1', mimeType: 'text/csv' }, metadata: { filename: 'sales.csv' } }
    expect(streams[0]?.request?.messages[0]?.content).toEqual([part])
    await vi.waitFor(() => expect(box.querySelector('.pf-files')?.textContent).toContain('sales.csv'))
    expect(box.querySelector('.pf-chat-files')).toBeNull()
  })

  it('has no upload without a client for files, and reports files that are refused', async () => {
    const { box } = show()
    await within(box, 'textarea')
    expect(box.querySelector('[type=file]')).toBeNull()
    mounted?.unmount()
    const { box: second } = show({ files: uploads(), fileLimits: { maxFiles: 1, maxBytes: 3 } })
    const data = new DataTransfer()
    for (const name of ['a', 'b']) data.items.add(new File(['four'], name))
    ;(await within(second, '.pf-chat-form')).dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
    await vi.waitFor(() => expect(second.querySelector('.pf-chat-files')?.textContent).toMatch(/^aNot uploaded: larger than/))
    expect(second.querySelector('.pf-chat-status')?.textContent).toBe('A question can have 1 files; one file was not added.')
    expect((await button(second, 'Send')).disabled).toBe(true)
    ;(await button(second, 'Remove a')).click()
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
  })

  it('shows an error with its code and asks again; one that prevents loading can be repeated', async () => {
    const { box, streams } = show()
    await ask(box, 'Hello')
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    streams[0]?.push(...logOf([started(streams[0].run_id), { type: 'RUN_ERROR', message: 'The model could not be reached.', code: 'model_unavailable' }]))
    streams[0]?.end()
    await vi.waitFor(() => expect(box.querySelector('[role=alert]')?.textContent).toMatch(/The model could not be reached\..*model_unavailable/s))
    ;(await button(box, 'Try again')).click()
    await vi.waitFor(() => expect(streams).toHaveLength(2))
    mounted?.unmount()
    const thread = vi.fn(() => Promise.reject(new Error('offline')))
    const { box: second } = show({ restore: true, client: { thread } })
    await vi.waitFor(() => expect(second.querySelector('[role=alert]')?.textContent).toContain('could not be loaded'))
    ;(await button(second, 'Try again')).click()
    await vi.waitFor(() => expect(thread).toHaveBeenCalledTimes(2))
  })

  it.each([
    ['light', 'ltr', 390],
    ['dark', 'ltr', 1_100],
    ['light', 'rtl', 720],
  ] as const)('is accessible and within its width: %s, %s, %d', async (theme, dir, width) => {
    await browserPage.viewport(1_200, 800)
    document.documentElement.setAttribute('data-theme', theme)
    document.documentElement.setAttribute('dir', dir)
    const { box, streams } = show({ width, files: uploads() })
    await ask(box, 'How is revenue in the region with the long name that does not fit on a line')
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    streams[0]?.push(...answerLog(streams[0]))
    streams[0]?.end()
    await vi.waitFor(() => expect(box.querySelector('.pf-chat-answer .pf-actions')).not.toBeNull(), { timeout: 30_000 })
    expect(await axeFaults(box)).toEqual([])
    const chat = await within(box, '.pf-chat')
    expect([chat.scrollWidth, chat.clientHeight]).toEqual([chat.clientWidth, 560])
    for (const each of box.querySelectorAll('.pf-chat-form, .pf-chat-list > *')) expect(each.scrollWidth).toBeLessThanOrEqual(each.clientWidth)
  })

  it('has no English text of its own with the messages of the app', async () => {
    const { box } = show({ foreign: true, files: uploads() })
    await within(box, 'textarea')
    const texts = [...box.querySelectorAll('*')].flatMap((element) => [
      ...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
      ...(element.children.length === 0 ? [element.textContent ?? ''] : []),
    ])
    expect(texts.filter((each) => /[A-Za-z]{2,}/.test(each))).toEqual([])
  })
})
