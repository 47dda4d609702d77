import type { FileClient, ThreadClient } from '@pf/core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import bootstrap from '../__fixtures__/host-css/bootstrap-5.css?raw'
import elements from '../__fixtures__/host-css/elements.css?raw'
import reset from '../__fixtures__/host-css/reset.css?raw'
import tailwind from '../__fixtures__/host-css/tailwind-4.css?raw'
import { PfChat, PfThreadList } from '../chat.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { type FakeStream, fakeClient } from '../test-support/fake-client.ts'
import { type Mounted, mount } from '../test-support/mount.tsx'
import { call, chunk, custom, finished, logOf, payload, started, text } from '../test-support/run-log.ts'

/** Stylesheets of typical pages, which do not consider this package. */
const hosts: Record<string, string> = {
  'a small reset': reset,
  'the preflight of Tailwind 4': tailwind,
  'the reboot of Bootstrap 5': bootstrap,
  'rules for elements': elements,
  'rules for sections': `section, article, nav, form, footer, header, dialog { display: flex; flex-direction: row; width: 50%; margin: 30px; padding: 40px;
    border: 2px solid; background: yellow; text-align: right }`,
  'centred text of its own size': 'body, main { font: italic 22px/2 serif; letter-spacing: 1px; text-align: center; text-transform: uppercase }',
}

/** An element's position and size in px, and its appearance. */
interface Measured {
  element: string
  box: number[]
  look: string
}

const files: FileClient = {
  uploadFile: async () => ({ kind: 'document', media_type: 'text/csv', name: 'sales.csv', artifact_id: 'file-1', bytes: 12, url: '/artifacts/file-1' }),
}
const threads: ThreadClient = {
  list: async () => ({ threads: ['Sales by region', 'Costs'].map((title, n) => ({ thread_id: `t${n}`, title, created: 0, updated: 0 })), next: 'more' }),
  rename: () => Promise.reject(new Error('not in this test')),
  delete: async () => true,
}

let mounted: Mounted | undefined
let before: Measured[]
beforeAll(async () => {
  await page.viewport(1_200, 900)
  mounted = mount(<Chats />, 1_100)
  const { box } = mounted
  // The page's rule for `box-sizing` reaches the box of the test.
  box.style.boxSizing = 'content-box'
  await askAll(box)
  await vi.waitFor(() => expect(box.querySelectorAll('.pf-thread')).toHaveLength(2))
  await vi.waitFor(() => expect(box.querySelectorAll('.pf-metric-value, .pf-prompt-submit, .pf-chat-waiting')).toHaveLength(3))
  expect(box.querySelector('.pf-skeleton')).toBeNull()
  for (const each of box.querySelectorAll('.pf-chat-examples, .pf-chat-note, .pf-chat-failure, .pf-chat-waiting, .pf-chat-report, .pf-actions, .pf-files'))
    expect(each.getBoundingClientRect().width).toBeGreaterThan(0)
  before = await steady()
})
afterAll(() => mounted?.unmount())

const asked = fakeClient()

/** An empty chat, a chat with answers of all kinds, and the list of conversations. */
function Chats() {
  return (
    <div style={{ display: 'grid', gridTemplateColumns: '300px 1fr 250px', height: 2_400 }}>
      <PfProvider client={fakeClient().client}>
        <PfChat threadId="empty" restore={false} examples={[{ ask: 'How is revenue?', shows: 'A figure' }]} notice="The server restarts." />
      </PfProvider>
      <PfProvider client={asked.client}>
        <div data-asked style={{ minHeight: 0 }}>
          <PfChat threadId="t1" restore={false} files={files} onReport={() => {}} />
        </div>
        <PfThreadList client={threads} current="t1" onNew={() => {}} onOpen={() => {}} />
      </PfProvider>
    </div>
  )
}

/** The answers of the second chat, in the order of the questions. */
const answers: ((stream: FakeStream) => ReturnType<typeof logOf>)[] = [
  ({ run_id }) =>
    logOf([
      started(run_id),
      ...text('m1', 'Revenue rose by **4 %**.'),
      chunk('c1', 'metric', { label: 'Revenue', value: 482_300 }),
      custom('run_message', { id: 'u1', text: 'In euros', status: 'late' }),
      finished(
        { result: payload('Revenue rose by **4 %**.', { suggested_actions: [{ action_id: 'a', label: 'By year', params: {} }], warnings: ['Preliminary.'] }) },
        run_id,
      ),
    ]),
  ({ run_id }) => logOf([started(run_id), { type: 'RUN_ERROR', message: 'The model could not be reached.', code: 'model_unavailable' }], 100),
  ({ run_id }) => logOf([started(run_id), { type: 'RUN_ERROR', message: 'cancelled', code: 'cancelled' }], 200),
  ({ run_id }) => {
    const question = { id: 'i1', tool_call_id: 'c9', component: 'confirm', props: { title: 'Send it?', message: 'To all.' }, message_id: `t:${run_id}` }
    const outcome = { type: 'interrupt', interrupts: [{ id: 'i1', toolCallId: 'c9', metadata: question }] }
    const pause = custom('pause', { interactions: [{ ...question, result_schema: { type: 'object' } }] })
    return logOf([started(run_id), ...call('c9', 'ui_confirm', JSON.stringify(question.props)), pause, finished({ outcome }, run_id)], 300)
  },
]

async function askAll(box: HTMLElement) {
  const form = await element(box, '[data-asked] .pf-chat-form')
  const data = new DataTransfer()
  data.items.add(new File(['a,b\n1,2\n'], 'sales.csv', { type: 'text/csv' }))
  const drop = () => form.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
  drop()
  await vi.waitFor(() => expect(form.querySelector('.pf-chat-files')?.textContent).toContain('1 kB'))
  for (const [index, answer] of answers.entries()) {
    const field = await element(box, '[data-asked] textarea')
    await userEvent.click(field)
    await userEvent.keyboard(`Question ${index}{Enter}`)
    const stream = await vi.waitFor(() => {
      const opened = asked.streams[index]
      if (!opened) throw new Error(`question ${index} was not sent`)
      return opened
    })
    stream.push(...answer(stream))
    stream.end()
    await vi.waitFor(() => expect(box.querySelectorAll('[data-asked] .pf-chat-answer:not([data-status=running])')).toHaveLength(index + 1))
  }
  drop()
  await vi.waitFor(() => expect(form.querySelector('.pf-chat-files')?.textContent).toContain('1 kB'))
}

const element = (box: HTMLElement, selector: string) =>
  vi.waitFor(() => {
    const found = box.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`no ${selector}`)
    return found
  })

describe.each(Object.keys(hosts))('a page with %s', (host) => {
  it.each(['before', 'after'] as const)('leaves the chat and the list of conversations their layout, with its rules %s ours', async (place) => {
    const style = document.createElement('style')
    style.textContent = hosts[host] ?? ''
    if (place === 'before') document.head.prepend(style)
    else document.head.append(style)
    try {
      expect(differences(await steady())).toEqual([])
    } finally {
      style.remove()
    }
  })
})

it('is a test that can fail: a rule with the weight of two classes reaches in', async () => {
  const style = document.createElement('style')
  style.textContent = '.pf-chat .pf-chat-box.pf-chat-box textarea { padding: 20px }'
  document.head.append(style)
  const now = await steady()
  style.remove()
  expect(differences(now)).not.toEqual([])
})

/** Returns the elements that differ by more than a pixel from the page without other styles. */
function differences(now: readonly Measured[]): string[] {
  if (now.length !== before.length) return [`${now.length} elements instead of ${before.length}`]
  return now.flatMap(({ element: name, box, look }, index) => {
    const was = before[index]
    const moved = box.some((value, side) => Math.abs(value - (was?.box[side] ?? Number.NaN)) > 1)
    return moved || look !== was?.look ? [`${name}: ${was?.box} ${was?.look} → ${box} ${look}`] : []
  })
}

/** Measures until nothing has changed for half a second. */
async function steady(): Promise<Measured[]> {
  let last = ''
  for (let tries = 0, equal = 0; tries < 100; tries++) {
    const now = measure()
    const measured = JSON.stringify(now)
    equal = measured === last ? equal + 1 : 0
    if (equal === 5) return now
    last = measured
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the page does not come to rest')
}

function measure(): Measured[] {
  return [...(mounted?.box.querySelectorAll('.pf-chat, .pf-threads') ?? [])].flatMap((outermost) => {
    const origin = outermost.getBoundingClientRect()
    return [outermost, ...outermost.querySelectorAll('*:not(svg *, [hidden])')].map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect()
      const { color, backgroundColor, fontSize, fontWeight, fontStyle, letterSpacing, textAlign, textTransform, textDecorationLine } = getComputedStyle(each)
      return {
        element: `${each.localName}.${each.getAttribute('class')} in ${each.parentElement?.className}`,
        box: width === 0 ? [] : [x - origin.x, y - origin.y, width, height].map((value) => Math.round(value * 10) / 10),
        // An element without text of its own has no look but its background.
        look: [
          backgroundColor,
          ...([...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
            ? [color, fontSize, fontWeight, fontStyle, letterSpacing, textAlign, textTransform, textDecorationLine]
            : []),
        ].join(' '),
      }
    })
  })
}
