import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { axeFaults } from '../../react-renderers/src/test-support/axe.ts'
import { type FakeStream, fakeClient } from '../../react-renderers/src/test-support/fake-client.ts'
import { chunk, custom, finished, logOf, payload, started, text } from '../../react-renderers/src/test-support/run-log.ts'
import './index.ts'
import type { PfChatElement, PfComponentElement } from './index.ts'

afterEach(() => {
  document.body.replaceChildren()
  document.documentElement.removeAttribute('style')
  document.documentElement.removeAttribute('dir')
})

function addChat(set: (chat: PfChatElement) => void = () => {}) {
  const chat = document.createElement('pf-chat')
  const { client, streams, cancelled } = fakeClient()
  chat.client = client
  set(chat)
  document.body.append(chat)
  return { chat, streams, cancelled }
}

const inside = <Kind extends HTMLElement>(element: Element, selector: string): Promise<Kind> =>
  vi.waitFor(() => {
    const found = element.shadowRoot?.querySelector<Kind>(selector)
    if (!found) throw new Error(`no ${selector} in ${element.shadowRoot?.textContent?.slice(0, 200)}`)
    return found
  })
const textOf = (element: Element) => element.shadowRoot?.textContent ?? ''
const detailsOf = (element: Element, name: string) => {
  const details: Record<string, unknown>[] = []
  element.addEventListener(name, (event) => details.push((event as CustomEvent).detail))
  return details
}
const answer = (stream: FakeStream | undefined, said = 'Revenue rose by **4 %**.') => {
  const id = stream?.run_id ?? ''
  stream?.push(...logOf([started(id), ...text('m1', said), finished({ result: payload(said) }, id)]))
  stream?.end()
}
async function ask(chat: PfChatElement, question: string) {
  const field = await inside<HTMLTextAreaElement>(chat, 'textarea')
  field.focus()
  await userEvent.keyboard(`${question}{Enter}`)
  return field
}

describe('<pf-chat>', () => {
  it('asks, answers and dispatches events that leave the shadow root', async () => {
    const { chat, streams } = addChat()
    const [sent, answers] = [detailsOf(document.body, 'pf-send'), detailsOf(document.body, 'pf-answer')]
    await ask(chat, 'How is revenue?')
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    answer(streams[0])
    await vi.waitFor(() => expect(textOf(chat)).toContain('Revenue rose by 4 %.'))
    await vi.waitFor(() => expect(answers).toMatchObject([{ threadId: chat.threadId, turn: { status: 'done' } }]))
    expect(sent).toEqual([{ threadId: chat.threadId, text: 'How is revenue?' }])
  })

  it('starts a conversation of its own, another one on request, and loads the one of its attribute', async () => {
    const thread = vi.fn(async () => undefined)
    const threads: Record<string, unknown>[] = []
    const { chat } = addChat((each) => {
      each.client = fakeClient({ thread }).client
      each.addEventListener('pf-thread', ({ detail }) => threads.push({ ...detail }))
    })
    await inside(chat, 'textarea')
    const first = chat.threadId
    expect(first).toMatch(/^[\w-]{16,}$/)
    expect(thread).not.toHaveBeenCalled()
    const second = chat.newThread()
    expect([second !== first, chat.threadId, threads]).toEqual([true, second, [{ threadId: first }, { threadId: second }]])
    chat.setAttribute('thread-id', 'orders')
    await vi.waitFor(() => expect(thread).toHaveBeenCalledWith('orders'))
    const third = chat.newThread()
    expect([chat.getAttribute('thread-id'), threads.at(-1)]).toEqual([third, { threadId: third }])
  })

  it('sends and stops by method, after the history is loaded', async () => {
    const loading = Promise.withResolvers<undefined>()
    const { client, streams, cancelled } = fakeClient({ thread: () => loading.promise })
    const { chat } = addChat((each) => {
      each.client = client
      each.threadId = 't1'
    })
    const sent = chat.send('How is revenue?')
    await inside(chat, 'textarea')
    expect(streams).toHaveLength(0)
    loading.resolve(undefined)
    expect(await sent).toBe(true)
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    expect(await chat.send('  ')).toBe(false)
    expect(await chat.send('Another')).toBe(false)
    streams[0]?.push(...logOf([started(streams[0].run_id), ...text('m1', 'Half of')]))
    await vi.waitFor(() => expect(textOf(chat)).toContain('Half of'))
    await chat.stop()
    expect(cancelled).toEqual([streams[0]?.run_id])
    chat.remove()
    await expect(chat.send('Hello')).rejects.toThrow('<pf-chat> is not in a document')
  })

  it('keeps its run and its text when it is moved, and continues with both after it was away', async () => {
    const { chat, streams } = addChat()
    const field = await ask(chat, 'How is revenue?')
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    await userEvent.keyboard('Next')
    const other = document.body.appendChild(document.createElement('main'))
    other.append(chat)
    await new Promise((done) => requestAnimationFrame(done))
    expect([await inside(chat, 'textarea'), field.value, streams.length, streams[0]?.signal?.aborted]).toEqual([field, 'Next', 1, false])
    streams[0]?.push(...logOf([started(streams[0].run_id), ...text('m1', 'First part.')]))
    await vi.waitFor(() => expect(textOf(chat)).toContain('First part.'))
    chat.remove()
    await vi.waitFor(() => expect(streams[0]?.signal?.aborted).toBe(true))
    const view = { thread_id: 't', messages: [], pending: [], runs: [] }
    const thread = vi.fn(async () => view as never)
    const again = fakeClient({ thread })
    chat.client = again.client
    document.body.append(chat)
    await vi.waitFor(() => expect(thread).toHaveBeenCalledWith(chat.threadId))
  })

  it('takes values that were set before the element was defined', async () => {
    const name = 'pf-later'
    const early = document.body.appendChild(document.createElement(name)) as PfChatElement
    const { client, streams } = fakeClient()
    Object.assign(early, { client, placeholder: 'Ask about orders', examples: [{ ask: 'How many?', shows: 'A figure' }] })
    const { PfChatElement: Chat } = await import('./index.ts')
    customElements.define(name, class extends Chat {})
    const example = await inside<HTMLButtonElement>(early, '.pf-chat-examples button')
    expect([early.placeholder, (await inside<HTMLTextAreaElement>(early, 'textarea')).placeholder]).toEqual(['Ask about orders', 'Ask about orders'])
    example.click()
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    expect(Object.keys(early)).toEqual([])
  })

  it('sends its requests to base-url with the newest headers, and no second client for them', async () => {
    const requests: [string, string | null][] = []
    const { chat } = addChat((each) => {
      each.client = undefined
      each.baseUrl = 'https://api.example.com/pf/'
      each.threadId = 't1'
      each.headers = { authorization: 'one' }
      each.fetch = async (input, init) => {
        requests.push([String(input), new Headers(init?.headers).get('authorization')])
        return new Response('{}', { status: 404 })
      }
    })
    await vi.waitFor(() => expect(requests).toEqual([['https://api.example.com/pf/agui/threads/t1', 'one']]))
    chat.headers = () => ({ authorization: 'two' })
    await chat.send('Hello')
    await vi.waitFor(() => expect(requests.slice(1)).toContainEqual(['https://api.example.com/pf/agui/agent', 'two']))
  })

  it('reports a run that failed and a conversation that could not be loaded', async () => {
    const { chat } = addChat((each) => {
      each.client = fakeClient({ thread: () => Promise.reject(new Error('offline')) }).client
      each.threadId = 't1'
    })
    const errors = detailsOf(chat, 'pf-error')
    await vi.waitFor(() => expect(errors).toEqual([{ code: 'internal', message: 'offline', threadId: 't1' }]))
    const { chat: second, streams } = addChat()
    const failed = detailsOf(second, 'pf-error')
    await second.send('Hello')
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    streams[0]?.push(...logOf([started(streams[0].run_id), { type: 'RUN_ERROR', message: 'The model could not be reached.', code: 'model_unavailable' }]))
    streams[0]?.end()
    await vi.waitFor(() => expect(failed).toEqual([{ code: 'model_unavailable', message: 'The model could not be reached.', threadId: second.threadId }]))
  })

  it('dispatches pf-question when the run waits for the user, and moves the focus to the question in the shadow root', async () => {
    const { chat, streams } = addChat()
    const questions = detailsOf(chat, 'pf-question')
    await ask(chat, 'Order')
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    const id = streams[0]?.run_id ?? ''
    const interaction = { id: 'q1', tool_call_id: 'c1', component: 'confirm', props: { message: 'Order two?' }, created: 1 }
    const interrupts = [{ id: 'q1', reason: 'input_required', toolCallId: 'c1', metadata: { pf: interaction } }]
    streams[0]?.push(
      ...logOf([
        started(id),
        custom('artifact_chunk', {
          stream_id: 'c1',
          seq: 0,
          chunk: { id: 'c1', component: 'confirm', props: { message: 'Order two?' } },
          done: true,
          artifact_type: 'ui_component',
          meta: { message_id: `t:${id}`, interaction_id: 'q1', source_tool: 'ui_confirm' },
        }),
        finished({ outcome: { type: 'interrupt', interrupts } }, id),
      ]),
    )
    streams[0]?.end()
    await vi.waitFor(() => expect(questions).toMatchObject([{ threadId: chat.threadId, turn: { status: 'waiting' } }]))
    await vi.waitFor(() => expect(chat.shadowRoot?.activeElement?.closest('.pf-question')).toBeTruthy(), { timeout: 20_000 })
  })

  it('shows slotted content, follows the scheme of the page, and takes tokens and a height from it', async () => {
    document.documentElement.style.colorScheme = 'dark'
    document.documentElement.style.setProperty('--pf-accent', 'rgb(1, 2, 3)')
    const { chat } = addChat((each) => {
      each.innerHTML = '<h1 slot="welcome">Welcome</h1><p slot="below-input">Answers can be wrong.</p>'
      each.style.cssText = 'letter-spacing: 4px; text-transform: uppercase; block-size: 300px'
    })
    const form = await inside(chat, '.pf-chat-form')
    const ground = () => getComputedStyle(chat.shadowRoot?.querySelector('.pf-chat') ?? chat).backgroundColor
    const dark = ground()
    chat.theme = 'light'
    await vi.waitFor(() => expect(ground()).not.toBe(dark))
    expect(getComputedStyle(form).letterSpacing).toBe('normal')
    expect(getComputedStyle(form).getPropertyValue('--pf-accent')).toBe('rgb(1, 2, 3)')
    expect([chat.clientHeight, chat.querySelector('h1')?.checkVisibility()]).toEqual([300, true])
    expect((chat.querySelector('p')?.getBoundingClientRect().bottom ?? 0) <= chat.getBoundingClientRect().bottom).toBe(true)
    document.documentElement.style.colorScheme = ''
    // A page with one scheme keeps it.
    expect(getComputedStyle(document.documentElement).colorScheme).toBe('normal')
  })

  it.each([
    ['theme', 'blue', 'theme="blue" is not one of light, dark, auto.'],
    ['base-url', 'javascript:alert(1)', 'base-url="javascript:alert(1)" is not an origin or a path, such as https://api.example.com.'],
    ['credentials', 'all', 'credentials="all" is not one of omit, same-origin, include.'],
  ])('says in the element and in the console what is wrong with %s="%s"', async (name, value, message) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { chat } = addChat((each) => each.setAttribute(name, value))
    expect((await inside(chat, '[role=alert]')).textContent).toBe(message)
    expect(said).toHaveBeenCalledWith(`<pf-chat>: ${message}`, chat)
    chat.removeAttribute(name)
    await inside(chat, 'textarea')
    said.mockRestore()
  })

  it('names a value that makes it fail, and recovers with a valid one', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { chat } = addChat((each) => {
      each.examples = 'none' as never
    })
    const errors = detailsOf(chat, 'pf-error')
    expect((await inside(chat, '[role=alert]')).textContent).toMatch(/^This element failed: /)
    expect(errors.length).toBeGreaterThan(0)
    chat.examples = []
    await inside(chat, 'textarea')
    said.mockRestore()
  })

  it.each([
    ['light', 'ltr', 390],
    ['dark', 'rtl', 720],
  ] as const)('is accessible and within its width, also two of them: %s, %s, %d', async (theme, dir, width) => {
    document.documentElement.dir = dir
    const chats = ['Orders', 'Sales'].map((label) =>
      addChat((each) => {
        each.theme = theme
        each.files = true
        each.label = label
        each.style.inlineSize = `${width}px`
      }),
    )
    for (const { chat, streams } of chats) {
      await chat.send('How is revenue in the region with the long name that does not fit on one line of the conversation?')
      await vi.waitFor(() => expect(streams).toHaveLength(1))
      const id = streams[0]?.run_id ?? ''
      const props = { label: 'Revenue', value: 482_300, format: 'currency' }
      const metric = chunk('c1', 'metric', props, {
        chunk: { id: 'c1', component: 'metric', props, title: `Revenue of ${chat.label}` },
        meta: { message_id: `t:${id}` },
      })
      streams[0]?.push(...logOf([started(id), metric, finished({ result: payload('Fine.') }, id)]))
      streams[0]?.end()
      await vi.waitFor(() => expect(textOf(chat)).toMatch(/482,300/), { timeout: 30_000 })
    }
    expect(await axeFaults(document.body)).toEqual([])
    for (const { chat } of chats) {
      const frame = await inside(chat, '.pf-chat')
      expect([frame.scrollWidth, getComputedStyle(frame).direction]).toEqual([width, dir])
    }
  })
})

describe('<pf-component>', () => {
  const add = (set: (element: PfComponentElement) => void) => {
    const element = document.createElement('pf-component')
    element.client = fakeClient().client
    set(element)
    document.body.append(element)
    return element
  }
  const metric = { component: 'metric', props: { label: 'Revenue', value: 7 } }

  it.each<[string, (element: PfComponentElement) => void]>([
    ['the property request', (element) => (element.request = metric)],
    [
      'attributes',
      (element) => {
        element.setAttribute('component', 'metric')
        element.setAttribute('props', '{"label":"Revenue","value":7}')
      },
    ],
    ['attribute and property', (element) => Object.assign(element, { component: 'metric', props: metric.props })],
    ['a script element', (element) => (element.innerHTML = `<script type="application/json">${JSON.stringify(metric)}</script>`)],
  ])('draws a component given by %s', async (_, set) => {
    const element = add(set)
    await vi.waitFor(() => expect(textOf(element)).toMatch(/Revenue.*7/s), { timeout: 30_000 })
    expect(await axeFaults(element)).toEqual([])
  })

  it('draws another component when its request changes, and keeps the one of an equal request', async () => {
    const element = add((each) => {
      each.innerHTML = `<script type="application/json">${JSON.stringify(metric)}</script>`
    })
    await vi.waitFor(() => expect(textOf(element)).toMatch(/Revenue.*7/s), { timeout: 30_000 })
    const drawn = await inside(element, '.pf-component')
    element.request = { ...metric, props: { ...metric.props } }
    await new Promise((done) => requestAnimationFrame(done))
    expect(await inside(element, '.pf-component')).toBe(drawn)
    element.request = undefined
    const script = element.querySelector('script')
    if (script) script.textContent = JSON.stringify({ component: 'callout', props: { content: 'Delayed' } })
    await vi.waitFor(() => expect(textOf(element)).toMatch(/Delayed/), { timeout: 30_000 })
  })

  it.each<[string, (element: PfComponentElement) => void, RegExp]>([
    [
      'an attribute that is not JSON',
      (element) => {
        element.component = 'metric'
        element.setAttribute('props', '{label')
      },
      /^The attribute props is not JSON: /,
    ],
    ['props that are a list', (element) => Object.assign(element, { component: 'metric', props: [] }), /^props must be an object\.$/],
    ['a request without a component', (element) => Object.assign(element, { request: { props: {} } }), /^The property request must be an object with the name/],
    [
      'a script that is not JSON',
      (element) => {
        element.innerHTML = '<script type="application/json">no</script>'
      },
      /^The script element is not JSON: /,
    ],
  ])('says what is wrong with %s', async (_, set, message) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const element = add(set)
    expect((await inside(element, '[role=alert]')).textContent).toMatch(message)
    expect(said).toHaveBeenCalled()
    said.mockRestore()
  })

  it.each([
    ['props that the schema refuses', { component: 'metric', props: { label: 'Revenue' } }],
    ['a component that is off', { component: 'html', props: { html: '<img src=x onerror="top.pwned=1">' } }],
    ['an unknown component', { component: 'constructor', props: {} }],
    ['a chart with code', { component: 'echarts', props: { option: { tooltip: { formatter: '<img src=x onerror=alert(1)>' }, series: 'no' } } }],
  ])('refuses %s, and dispatches pf-error', async (_, request) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const errors: unknown[] = []
    const element = add((each) => {
      each.addEventListener('pf-error', ({ detail }) => errors.push(detail))
      each.request = request as never
    })
    await inside(element, '.pf-card')
    await vi.waitFor(() =>
      expect(errors).toMatchObject([{ code: 'schema_invalid', message: expect.stringContaining(`The component ${request.component} was not drawn`) }]),
    )
    expect([Reflect.get(window, 'pwned'), element.shadowRoot?.querySelector('img')]).toEqual([undefined, null])
    said.mockRestore()
  })
})

it('a second copy of the module leaves the elements as they are', async () => {
  const before = customElements.get('pf-chat')
  const again: { PfChatElement: unknown } = await import(/* @vite-ignore */ `${new URL('./index.ts', import.meta.url).href}?copy`)
  expect(customElements.get('pf-chat')).toBe(before)
  expect(again.PfChatElement).toBeTypeOf('function')
})
