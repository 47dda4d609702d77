import { describe, expect, it } from 'vitest'
import { type Bare, logOf, pfClient, start } from '../test-support/log.ts'
import { createAguiMapper } from './create-agui-mapper.ts'

const question = { id: 'q', tool_call_id: 'c', component: 'image', props: { src: { $artifact: { artifact_id: 'a' } } }, message_id: 'm' }
const log: Bare[] = [
  { type: 'task_group_start', group_id: 'g', name: 'Reports' },
  { type: 'task_start', task_id: 't', name: 'Cars', group_id: 'g' },
  { type: 'task_progress', task_id: 't', fraction: 0.5, text: 'Half.' },
  { type: 'task_progress', task_id: 't', fraction: 0.75 },
  { type: 'task_pause', task_id: 't', interactions: [question] } as never,
  { type: 'task_result', task_id: 't', status: 'ok', summary: 'Cars' },
  { type: 'task_group_result', group_id: 'g', status: 'ok', summary: 'Reports' },
]

/** Returns the events of a run after its start, without their times. */
function sent(client?: Parameters<typeof start>[0]) {
  const mapper = createAguiMapper({ artifactUrl: (id) => `/artifacts/${id}` })
  return logOf([start(client), ...log])
    .flatMap((event) => mapper.feed(event))
    .slice(1)
    .map(({ timestamp: _, ...event }) => event)
}

describe('the events of background work', () => {
  it('are CUSTOM events with their fields for every client', () => {
    for (const client of [undefined, pfClient]) {
      const events = sent(client).flatMap((event) => (event.type === 'CUSTOM' ? [[event.name, event.value]] : []))
      expect(events.map(([name]) => name)).toEqual(log.map(({ type }) => type))
      expect(events[1]).toEqual(['task_start', { task_id: 't', name: 'Cars', group_id: 'g' }])
      expect(events[2]).toEqual(['task_progress', { task_id: 't', fraction: 0.5, text: 'Half.' }])
    }
  })

  it('are activities for other clients, whose content collects the fields of a task', () => {
    const activities = sent().flatMap((event) => (event.type === 'ACTIVITY_SNAPSHOT' ? [event] : []))
    expect(activities.map(({ messageId, activityType, replace }) => [messageId, activityType, replace])).toEqual([
      ['task_group:g', 'task_group', true],
      ...Array.from({ length: 5 }, () => ['task:t', 'task', true]),
      ['task_group:g', 'task_group', true],
    ])
    const task = { task_id: 't', name: 'Cars', group_id: 'g' }
    expect(activities.map(({ content }) => content)).toEqual([
      { group_id: 'g', name: 'Reports' },
      { ...task, status: 'queued' },
      { ...task, status: 'running', fraction: 0.5, text: 'Half.' },
      { ...task, status: 'running', fraction: 0.75, text: 'Half.' },
      { ...task, status: 'paused', fraction: 0.75, text: 'Half.', interactions: ['q'] },
      { ...task, status: 'ok', fraction: 0.75, text: 'Half.', summary: 'Cars' },
      { group_id: 'g', name: 'Reports', status: 'ok', summary: 'Reports' },
    ])
    expect(sent(pfClient).filter(({ type }) => type.startsWith('ACTIVITY'))).toEqual([])
  })

  it('report a result in a run that did not start the task', () => {
    const mapper = createAguiMapper()
    const events = logOf([start(), { type: 'task_result', task_id: 't', status: 'cancelled', summary: 'Cars' }]).flatMap((event) => mapper.feed(event))
    expect(events.at(-1)).toMatchObject({ messageId: 'task:t', content: { task_id: 't', status: 'cancelled', summary: 'Cars' } })
  })
})
