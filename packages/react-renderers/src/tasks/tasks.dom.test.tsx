import { PfError, type TaskClient, type TaskGroupView, type TaskView } from '@pf/core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createComponentStore } from '../conversation/create-component-store.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import type { ComponentStore } from '../store/model/types.ts'
import { TaskPanel, useTasks } from '../tasks.ts'
import { noClient } from '../test-support/mount.tsx'
import { finished, logOf, started } from '../test-support/run-log.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root
let box: HTMLElement
beforeEach(() => {
  vi.useFakeTimers()
  box = document.createElement('div')
  document.body.append(box)
  root = createRoot(box)
})
afterEach(async () => {
  await act(async () => root.unmount())
  box.remove()
  vi.useRealTimers()
})

const taskOf = (task_id: string, more: Partial<TaskView> = {}): TaskView => ({
  task_id,
  group_id: 'g',
  name: `Task ${task_id}`,
  thread_id: 't',
  run_id: 'r',
  mode: 'job',
  merge_strategy: 'HUMAN_GATED',
  status: 'running',
  priority: 0,
  attempts: 1,
  max_attempts: 1,
  created: 1,
  changed: 1,
  ...more,
})
const groupOf = (tasks: TaskView[], more: Partial<TaskGroupView> = {}): TaskGroupView => ({
  group_id: 'g',
  name: 'Three reports',
  thread_id: 't',
  run_id: 'r',
  alone: false,
  sealed: true,
  report: 'all',
  merge_strategy: 'HUMAN_GATED',
  created: 1,
  changed: 1,
  tasks,
  ...more,
})

/** A server with these groups. */
function fakeServer(initial: TaskGroupView[]) {
  const server = { groups: initial, failure: undefined as unknown, reads: 0, calls: [] as string[] }
  const decided = async <Result,>(call: string, result: Result | undefined): Promise<Result> => {
    server.calls.push(call)
    if (server.failure) throw server.failure
    if (result === undefined) throw new PfError('not_found', 'Unknown.')
    return result
  }
  const client: TaskClient = {
    listGroups: async (thread_id) => {
      server.reads += 1
      if (server.failure) throw server.failure
      return server.groups.filter((group) => group.thread_id === thread_id)
    },
    decide: (task_id, verb) => {
      const task = server.groups.flatMap(({ tasks }) => tasks).find((each) => each.task_id === task_id)
      return decided(`${verb} ${task_id}`, task && { ...task, status: 'cancelled' })
    },
    decideGroup: (group_id, verb) => {
      const approval = verb === 'approve' ? 'approved' : 'rejected'
      server.groups = server.groups.map((each) => (each.group_id === group_id ? { ...each, approval } : each))
      return decided(
        `${verb} group ${group_id}`,
        server.groups.find((each) => each.group_id === group_id),
      )
    },
  }
  return { ...server, server, client }
}

interface PageProps {
  client: TaskClient
  store?: ComponentStore
  onReported?(): void
}

const Page = ({ store = createComponentStore(), ...panel }: PageProps) => (
  <PfProvider client={noClient()} store={store}>
    <Panel {...panel} />
  </PfProvider>
)
const Panel = ({ client, onReported }: Omit<PageProps, 'store'>) => <TaskPanel tasks={useTasks(client, 't', onReported ? { onReported } : {})} />
const show = (client: TaskClient) => act(async () => root.render(<Page client={client} />))
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const button = (name: string) => {
  const found = [...box.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!found) throw new Error(`There is no button ${name}: ${box.textContent}`)
  return found
}
const click = (name: string) => act(async () => button(name).click())
const text = (selector: string) => [...box.querySelectorAll(selector)].map(({ textContent }) => textContent)

describe('TaskPanel', () => {
  it('shows groups and tasks with their progress, and follows changes every two seconds while work is open', async () => {
    const { server, client } = fakeServer([
      groupOf([taskOf('a', { progress: { fraction: 0.4, text: '40 of 100 rows' } }), taskOf('b', { status: 'done', result: '**Six** rows' })]),
    ])
    await show(client)
    expect(text('[role="status"]')).toEqual(['1 task is open'])
    expect(text('h3')).toEqual(['Three reports'])
    expect(text('.pf-tasks-count')).toEqual(['1 of 2 ended'])
    expect(text('.pf-tasks-line')).toEqual(['Task aRunningCancel Task a', 'Task bDone'])
    expect([box.querySelector('progress')?.value, text('.pf-tasks-hint')]).toEqual([0.4, ['40 of 100 rows']])
    expect(text('details')).toEqual([expect.stringContaining('Six')])
    const failed = taskOf('a', { status: 'failed', error: { code: 'tool_failed', message: 'The table is locked.' } })
    server.groups = [groupOf([failed], { reported: { run_id: 'report:g', at: 2 } })]
    await pass(2_000)
    expect([text('.pf-tasks-status'), text('.pf-tasks-hint'), text('[role="status"]')]).toEqual([['Failed'], ['The table is locked.'], ['No task is running']])
    const { reads } = server
    await pass(14_000)
    expect(server.reads).toBe(reads)
    await pass(1_000)
    expect(server.reads).toBe(reads + 1)
  })

  it('approves or rejects the results of a group as one batch', async () => {
    const { server, client } = fakeServer([groupOf([taskOf('a', { status: 'done', result: 'x' })], { approval: 'pending' })])
    await show(client)
    expect(text('[role="status"]')).toEqual(['No task is running, 1 waiting for approval'])
    await click('Approve')
    expect(server.calls).toEqual(['approve group g'])
    expect(box.textContent).toContain('Approved')
    expect(box.querySelector('.pf-tasks-approval')).toBeNull()
  })

  it('names the role that approves, and lets the owner reject only', async () => {
    const { server, client } = fakeServer([groupOf([taskOf('a', { status: 'done', result: 'x' })], { approval: 'pending', approval_role: 'finance' })])
    await show(client)
    expect(text('.pf-tasks-approval p')).toEqual(['People with the role finance approve this in their inbox. You can reject it.'])
    expect(text('.pf-tasks-approval button')).toEqual(['Reject'])
    await click('Reject')
    expect(server.calls).toEqual(['reject group g'])
  })

  it('cancels one task, and all of a group', async () => {
    const { server, client } = fakeServer([groupOf([taskOf('a'), taskOf('b')])])
    await show(client)
    await click('Cancel Task a')
    await click('Cancel all Three reports')
    expect(server.calls).toEqual(['cancel a', 'cancel group g'])
  })

  it('shows why a decision was refused, and the state that the server has', async () => {
    const { server, client } = fakeServer([groupOf([taskOf('a')], { alone: true })])
    await show(client)
    const refused = { ...client, decide: () => Promise.reject(new PfError('conflict', 'The task has ended.')) }
    await act(async () => root.render(<Page client={refused} />))
    server.groups = [groupOf([taskOf('a', { status: 'done', result: '' })], { alone: true })]
    await click('Cancel Task a')
    expect([text('[role="alert"]'), text('.pf-tasks-status'), text('h3')]).toEqual([['The task has ended.'], ['Done'], []])
  })

  it('keeps what it has when it cannot be read, and tries again later each time', async () => {
    const { server, client } = fakeServer([groupOf([taskOf('a')])])
    await show(client)
    server.failure = new PfError('network', 'The server could not be reached.')
    await pass(2_000)
    expect([text('[role="alert"]'), text('.pf-tasks-name')]).toEqual([
      ['The background work could not be read. The server could not be reached. Try again'],
      ['Task a'],
    ])
    const before = server.reads
    await pass(2_000)
    await pass(3_999)
    expect(server.reads).toBe(before + 1)
    server.failure = undefined
    await click('Try again')
    expect([server.reads, text('[role="alert"]')]).toEqual([before + 2, []])
  })

  it('reads nothing while the page is hidden, and at once when it is shown again', async () => {
    const { server, client } = fakeServer([groupOf([taskOf('a')])])
    await show(client)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const { reads } = server
    await pass(20_000)
    expect(server.reads).toBe(reads)
    visibility.mockReturnValue('visible')
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    expect(server.reads).toBe(reads + 1)
    await act(async () => root.render(null))
    await pass(60_000)
    expect(server.reads).toBe(reads + 1)
  })

  it('does not let an older read replace a decision', async () => {
    const { client } = fakeServer([groupOf([taskOf('a')], { approval: 'pending' })])
    let release: ((groups: TaskGroupView[]) => void) | undefined
    let slow = false
    const late: TaskClient = {
      ...client,
      listGroups: (thread_id) => (slow ? new Promise((resolve) => (release = resolve)) : client.listGroups(thread_id)),
    }
    await show(late)
    slow = true
    await pass(2_000)
    await click('Reject')
    await act(async () => release?.([groupOf([taskOf('a')], { approval: 'pending' })]))
    expect(text('.pf-tasks-approval')).toEqual([])
    expect(box.textContent).toContain('Rejected')
  })

  it('shows hostile texts as text, and renders on a server', async () => {
    const name = '<img src=x onerror=alert(1)>\u202etxet'
    const { client } = fakeServer([
      groupOf([taskOf('a', { name, status: 'done', result: '<script>alert(1)</script>[x](javascript:alert(1))' })], { name: 'x'.repeat(5_000) }),
    ])
    await show(client)
    expect(text('.pf-tasks-name')).toEqual(['<img src=x onerror=alert(1)>txet'])
    expect(box.querySelector('script, img, a[href^="javascript"]')).toBeNull()
    expect(text('h3')[0]).toHaveLength(200)
    expect(renderToString(<Page client={client} />)).toContain('Loading the background work')
  })

  it('reads every two seconds while a run is at work, which may start tasks, and once more after its end', async () => {
    const { server, client } = fakeServer([])
    const store = createComponentStore({ schedule: (flush) => flush() })
    await act(async () => root.render(<Page client={client} store={store} />))
    await pass(10_000)
    expect(server.reads).toBe(1)
    await act(async () => store.beginRun('r1', 't'))
    expect(server.reads).toBe(2)
    await pass(4_000)
    expect(server.reads).toBe(4)
    await act(async () => {
      for (const event of logOf([started(), finished()])) store.apply(event)
    })
    expect(server.reads).toBe(5)
    await pass(10_000)
    expect(server.reads).toBe(5)
  })

  it('follows an approved group until its result is in the conversation, and then informs the page, not of results that were there before', async () => {
    const done = taskOf('a', { status: 'done', result: 'x' })
    const reported = { run_id: 'report:g', at: 2 }
    const { server, client } = fakeServer([groupOf([done], { approval: 'pending' }), groupOf([done], { group_id: 'h', approval: 'approved', reported })])
    const onReported = vi.fn()
    await act(async () => root.render(<Page client={client} onReported={onReported} />))
    await click('Approve')
    await pass(2_000)
    expect(onReported).not.toHaveBeenCalled()
    server.groups = server.groups.map((group) => ({ ...group, reported }))
    await pass(2_000)
    expect(onReported).toHaveBeenCalledOnce()
    const { reads } = server
    await pass(14_000)
    expect([server.reads, onReported.mock.calls.length]).toEqual([reads, 1])
  })

  it('sends a message to a running subagent, and shows why one could not be sent', async () => {
    const { client } = fakeServer([groupOf([taskOf('a', { mode: 'subagent' }), taskOf('b'), taskOf('c', { mode: 'subagent', status: 'done' })])])
    const sent: string[] = []
    let refusal: unknown
    client.sendMessage = async (task_id, { kind, text }) => {
      if (refusal) throw refusal
      sent.push(`${task_id} ${kind} ${text}`)
    }
    await show(client)
    const input = box.querySelector<HTMLInputElement>('input')
    expect([box.querySelectorAll('form').length, input?.getAttribute('aria-label')]).toEqual([1, 'Message to Task a'])
    const write = async (value: string) => {
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
        input?.dispatchEvent(new Event('input', { bubbles: true }))
      })
      await click('Send')
    }
    await write('  Only in May.  ')
    expect([sent, input?.value, text('.pf-tasks-result [role="status"]')]).toEqual([['a inject Only in May.'], '', ['Sent. It is read before the next step.']])
    refusal = new PfError('conflict', 'The run has ended.')
    await write('Too late.')
    expect([sent.length, input?.value, text('.pf-tasks-result [role="status"]')]).toEqual([1, 'Too late.', ['The run has ended.']])
    await write('   ')
    expect(sent).toHaveLength(1)
  })

  it('shows tasks that start later with their time, and repeated ones with their expression', async () => {
    const starts_at = Date.now() + 3_600_000
    const { client } = fakeServer([
      groupOf([taskOf('a', { status: 'queued', starts_at, mode: 'schedule', schedule: { cron: '0 8 * * 1', time_zone: 'Europe/Berlin' } })], { alone: true }),
      groupOf([taskOf('b', { status: 'queued', starts_at })], { alone: true, group_id: 'h' }),
      groupOf([taskOf('c')], { alone: true, group_id: 'i' }),
    ])
    await show(client)
    const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(starts_at)
    expect(box.textContent).toContain('1 task is open, 2 scheduled')
    expect(box.textContent?.split(`Starts ${time}`)).toHaveLength(3)
    expect(box.textContent).toContain('Repeated: 0 8 * * 1 (Europe/Berlin)')
    expect([...box.querySelectorAll('.pf-tasks-status')].map(({ textContent }) => textContent)).toEqual(['Running', 'Scheduled', 'Scheduled'])
  })
})
