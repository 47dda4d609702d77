import { fileURLToPath } from 'node:url'
import type { AnswerEnvelope, PlannerEvent } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { openaiModel } from '@pf/planner/openai'
import { builtInComponents } from '@pf/registry'
import { createModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../data/query-client.ts'
import { createAgents } from '../server/agents.ts'
import { stories } from './stories.ts'

const scope = { owner: { id: 'reader' } }
const database = createQueryClient(new URL('../data/query-worker.ts', import.meta.url))
let server: Awaited<ReturnType<typeof createModelServer>>
let agents: ReturnType<typeof createAgents>
let agent: (typeof agents)['react']
let runs = 0

beforeAll(async () => {
  server = await createModelServer({ stories, wait: async () => {} })
  const model = openaiModel({ client: new OpenAI({ apiKey: 'none', baseURL: server.url }), model: 'scripted' })
  agents = createAgents({ model, database, page: fileURLToPath(new URL('../web/public', import.meta.url)), stores: createMemoryStore(), hooks: {} })
  agent = agents.react
})
afterAll(async () => {
  await Promise.all(Object.values(agents ?? {}).map((each) => each.close()))
  await server?.close()
  database.close()
})

type Message = { id: string; role: 'user' | 'assistant'; content: string }

/** Runs one question through the real planner, tools and database. */
async function runQuestion(question: string, before: Message[] = []): Promise<PlannerEvent[]> {
  runs += 1
  const run_id = `run-${runs}`
  const messages: Message[] = [...before, { id: `u-${runs}`, role: 'user', content: question }]
  await agent.start({ thread_id: `thread-${runs}`, run_id, messages, client_tools: [], context: [], client: { pf: {} } }, scope)
  return await read(run_id)
}

/** Reads the events of a run until it finishes or pauses. */
async function read(run_id: string): Promise<PlannerEvent[]> {
  const events: PlannerEvent[] = []
  for await (const event of (await agent.attach(run_id, 0, { scope })) ?? []) {
    events.push(event)
    if (event.type === 'finish') break
  }
  return events
}

type Typed<T> = Extract<PlannerEvent, { type: T }>

function ofType<T extends PlannerEvent['type']>(events: PlannerEvent[], type: T): Typed<T>[] {
  return events.filter((event): event is Typed<T> => event.type === type)
}

const calls = (events: PlannerEvent[]) => ofType(events, 'tool_call_start').map(({ name }) => name)
const shown = (events: PlannerEvent[]) => ofType(events, 'artifact_chunk').map(({ chunk }) => (chunk as { component?: string }).component)
const payload = (events: PlannerEvent[]) => ofType(events, 'finish')[0]?.payload

describe('the stories behind the real planner', () => {
  it.each([
    ['What data is here?', ['list_tables'], []],
    ['Describe the penguins', ['describe_table'], []],
    ['How did CO2 in the air develop since 1958?', ['run_query', 'run_query', 'render_component'], ['echarts']],
    ['A chart of unemployment', ['run_query', 'run_query', 'render_component'], ['echarts']],
    ['Which countries had the highest life expectancy in 2005?', ['run_query', 'run_query', 'render_component'], ['datagrid']],
    ['How many penguins live on Dream?', ['run_query', 'run_query', 'render_component'], ['metric']],
    ['Give me a dashboard of the weather in Seattle', ['run_query', 'run_query', 'run_query', 'render_component'], ['grid']],
    ['Write me a poem about the sea', [], []],
    ['Answer slowly', [], []],
  ])('%s', async (question, tools, components) => {
    const events = await runQuestion(question)
    expect(calls(events)).toEqual(tools)
    expect(shown(events)).toEqual(components)
    expect(['repair', 'artifact_rejected', 'warning', 'answer_reset'].flatMap((type) => events.filter((event) => event.type === type))).toEqual([])
    expect(ofType(events, 'llm_stream_chunk').some(({ channel }) => channel === 'thinking')).toBe(true)
    const finished = payload(events)
    expect(finished?.raw_answer.length).toBeGreaterThan(30)
    expect(finished?.confidence).toBeNull()
    expect(finished?.suggested_actions.length).toBeGreaterThan(1)
    expect(finished?.sources.length).toBe(tools.includes('run_query') || tools.includes('describe_table') ? 1 : 0)
    expect(Object.keys(finished?.artifacts ?? {})).toHaveLength(tools.filter((tool) => tool === 'run_query').length)
  })

  it('repairs what the repair story breaks, and shows nothing of it', async () => {
    const events = await runQuestion('Show me how broken output is repaired')
    expect(ofType(events, 'repair').map(({ step, kind }) => [step, kind])).toEqual([
      [1, 'shorter'],
      [2, 'answer'],
    ])
    expect(payload(events)?.raw_answer).toMatch(/^Over \*\*1,461\*\* days/)
    expect(payload(events)?.raw_answer).not.toContain('next_node')
  })

  it('withdraws an answer that breaks off', async () => {
    const events = await runQuestion('Begin an answer that is cut off and withdrawn')
    expect(ofType(events, 'answer_reset')).toHaveLength(1)
    expect(payload(events)?.raw_answer).toMatch(/^Over \*\*1,461\*\* days/)
  })

  it('say what limits an answer where the table has such a limit', async () => {
    const events = await runQuestion('Which countries had the highest life expectancy in 2005?')
    expect(payload(events)?.warnings).toEqual([expect.stringContaining('every five years')])
    expect(payload(await runQuestion('A chart of unemployment'))?.warnings).toEqual([])
  })

  it('understands a follow-up from the turns before it', async () => {
    const before: Message[] = [
      { id: 'a', role: 'user', content: 'How did CO2 in the air develop since 1958?' },
      { id: 'b', role: 'assistant', content: 'It rose.' },
    ]
    const events = await runQuestion('Show it as a table', before)
    expect(shown(events)).toEqual(['datagrid'])
    expect(payload(events)?.raw_answer).toMatch(/by month.*read as a change of the question before: “How did CO2/s)
  })
})

/** Answers the open question of a run and reads the run that continues. */
async function reply(events: PlannerEvent[], envelope: AnswerEnvelope): Promise<PlannerEvent[]> {
  const asked = ofType(events, 'pause')[0]?.interactions[0]
  const answered = await agent.answer({ interaction_id: asked?.id ?? '' }, envelope, scope)
  if (!('run_id' in answered)) throw new Error(`not taken: ${answered.status}`)
  return await read(answered.run_id)
}

/** Returns the names of all components that were shown, including nested ones. */
function names(events: PlannerEvent[]): string[] {
  const found = JSON.stringify(ofType(events, 'artifact_chunk').map(({ chunk }) => chunk)).matchAll(/"component":"([a-z_]+)"/g)
  return [...new Set(Array.from(found, ([, name = '']) => name))].sort()
}

describe('all components', () => {
  it('have a story that shows or asks them, and none is refused', async () => {
    const asking: [string, AnswerEnvelope][] = [
      ['Build me a report', { result: { table: 'co2', parts: ['figures', 'chart', 'table'] } }],
      ['Make a dashboard', { result: { selected: ['weather'] } }],
      ['Save the weather dashboard', { result: { confirmed: false } }],
    ]
    const showing = [
      'How was the CO2 rise computed?',
      'How heavy are the penguins?',
      'Show a picture of how a beak is measured',
      'Play the film of CO2',
      'Show a map of Palmer Station',
      'What if CO2 keeps rising?',
    ]
    const seen: PlannerEvent[] = []
    for (const question of showing) seen.push(...(await runQuestion(question)))
    for (const [question, envelope] of asking) {
      const asked = await runQuestion(question)
      seen.push(...asked, ...(await reply(asked, envelope)))
    }
    const asked = ofType(seen, 'pause').flatMap(({ interactions }) => interactions.map(({ component }) => component))
    expect([...new Set([...names(seen), ...asked])].sort()).toEqual([...builtInComponents].sort())
    expect(ofType(seen, 'artifact_rejected')).toEqual([])
    expect(ofType(seen, 'warning')).toEqual([])
    for (const { payload } of ofType(seen, 'finish').filter(({ reason }) => reason !== 'paused')) expect(payload.raw_answer).not.toMatch(/could not|an unknown/)
  })

  it('files go to the screen by reference: no byte of them is in a request to the model', async () => {
    const before = server.requests.length
    const events = await runQuestion('Show a picture of how a beak is measured')
    expect(JSON.stringify(ofType(events, 'artifact_chunk'))).toMatch(/"src":\{"artifact_id":"[^"]+","media_type":"image\/png"/)
    expect(JSON.stringify(server.requests.slice(before))).not.toMatch(/base64|iVBOR/)
  })
})

describe('the stories that ask', () => {
  it('build a report from the values of a form, and none where it is left', async () => {
    const asked = await runQuestion('Build me a report')
    expect(ofType(asked, 'pause')[0]?.interactions[0]).toMatchObject({ component: 'form' })
    expect(payload(asked)?.route).toBe('paused')
    const built = await reply(asked, { result: { table: 'cars', parts: ['figures', 'table'], title: 'Thrifty cars' } })
    expect(shown(built)).toEqual(['report'])
    expect(names(built)).toEqual(['accordion', 'callout', 'code', 'datagrid', 'grid', 'metric', 'report'])
    expect(payload(built)?.raw_answer).toContain('Thrifty cars')
    const left = await reply(await runQuestion('Build me a report'), { cancelled: true })
    expect(shown(left)).toEqual([])
    expect(payload(left)?.raw_answer).toMatch(/without an answer/)
  })

  it('save a view only where the user says yes', async () => {
    const no = await reply(await runQuestion('Save the weather dashboard'), { result: { confirmed: false } })
    expect(payload(no)?.raw_answer).toMatch(/was not saved/)
    const yes = await reply(await runQuestion('Save the weather dashboard'), { result: { confirmed: true } })
    expect(payload(yes)?.raw_answer).toMatch(/is saved\. It is your only saved view/)
    expect(ofType(await runQuestion('Save the weather dashboard'), 'pause')[0]?.interactions[0]?.props).toMatchObject({
      variant: 'warning',
      title: 'Replace the saved view?',
    })
  })

  it('query two tables in one plan and show them in one grid', async () => {
    const events = await runQuestion('Show CO2 and cars side by side')
    expect(calls(events)).toEqual(['run_query', 'run_query', 'render_component'])
    expect(shown(events)).toEqual(['grid'])
    expect(payload(events)?.raw_answer).toMatch(/Fuel economy by origin\*\* \(\d+ rows\)/)
  })
})

describe('background work', () => {
  const settled = async (thread_id: string) => {
    const [group] = (await agent.tasks?.listGroups(thread_id, scope)) ?? []
    if (!group || group.tasks.some(({ status }) => status === 'queued' || status === 'running')) throw new Error('The tasks have not ended.')
    return group
  }

  it('starts three subagents, whose results from the data are reported as one message after the approval', async () => {
    const events = await runQuestion('Research three data sets in the background and merge the results')
    const thread_id = `thread-${runs}`
    expect(ofType(events, 'task_start').map(({ name }) => name)).toEqual(['Penguins', 'Cars', 'Weather'])
    expect(payload(events)?.raw_answer).toContain('have started in the background')
    const group = await vi.waitFor(() => settled(thread_id))
    expect(group).toMatchObject({ name: 'Three data sets', sealed: true, approval: 'pending' })
    expect(group.tasks.map(({ name, status, result }) => [name, status, result])).toEqual([
      ['Penguins', 'done', expect.stringContaining('Gentoo')],
      ['Cars', 'done', expect.stringContaining('USA')],
      ['Weather', 'done', expect.stringContaining('2015')],
    ])
    expect(await agent.tasks?.decideGroup(group.group_id, 'approve', scope)).toMatchObject({ status: 'done' })
    const report = await vi.waitFor(async () => {
      const found = await read(`report:${group.group_id}`)
      expect(found.length).toBeGreaterThan(0)
      return found
    })
    for (const name of ['Penguins', 'Cars', 'Weather']) expect(payload(report)?.raw_answer).toContain(name)
  })

  it.each([
    ['Schedule a report on the penguins every morning', 'schedule', '0 8 * * *'],
    ['Please schedule a report on cars each hour', 'schedule', '0 * * * *'],
    ['Schedule a weather report in one minute', 'subagent', undefined],
  ])('%s: is scheduled with its next time', async (question, mode, cron) => {
    const events = await runQuestion(question)
    const [task] = (await agent.tasks?.list(`thread-${runs}`, scope)) ?? []
    expect(task).toMatchObject({ mode, status: 'queued', starts_at: expect.any(Number), ...(cron ? { schedule: { cron } } : {}) })
    expect(payload(events)?.raw_answer).toContain('is scheduled')
  })

  it.each(['Schedule a report', 'Schedule a report on the penguins', 'Schedule a report on whales every day', 'Schedule the penguins and cars every day'])(
    '%s: is not guessed',
    async (question) => {
      const events = await runQuestion(question)
      expect(await agent.tasks?.list(`thread-${runs}`, scope)).toEqual([])
      expect(payload(events)?.raw_answer).not.toContain('is scheduled')
    },
  )
})
