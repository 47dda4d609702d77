import { type ComponentStore, createComponentStore } from '@pf/react-renderers/store'
import { readSse } from '@pf/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AgentServer, createAgentServer } from './agent-server.ts'

let server: AgentServer
beforeAll(async () => {
  server = await createAgentServer('http://127.0.0.1')
})
afterAll(() => server?.close())

it.each([
  ['a figure', 'metric', 'ready'],
  ['a form', 'form', 'ready'],
])('[003-fe-18] the named events of plain chat and those of AG-UI put the same components into the store: %s', async (message, component, status) => {
  const run = { thread_id: `t-${component}`, run_id: `r-${component}` }
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
  const chat = await fetch(`${server.url}/chat`, { method: 'POST', headers, body: JSON.stringify({ ...run, message }) })
  const plain = createComponentStore()
  plain.beginRun(run.run_id, run.thread_id)
  for await (const { event, data } of readSse(chat)) if (event && data) plain.apply({ event: { type: 'CUSTOM', name: event, value: JSON.parse(data) } })
  const agui = createComponentStore()
  const events = await fetch(`${server.url}/agui/runs/${run.run_id}/events`)
  for await (const { id, data } of readSse(events)) if (data) agui.apply({ ...(id ? { id } : {}), event: JSON.parse(data) })
  expect(componentsOf(plain)).toMatchObject([{ component, status, message_id: expect.any(String) }])
  expect(componentsOf(plain)).toEqual(componentsOf(agui))
})

/** Returns the components of the first turn without their timestamps, which plain events do not have. */
function componentsOf(store: ComponentStore) {
  const [turn] = store.getSnapshot().turns
  return turn?.kind === 'assistant' ? turn.components.map(({ ts: _, ...component }) => component) : []
}
