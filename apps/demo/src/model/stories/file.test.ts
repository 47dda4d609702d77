import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { ChatMessage, MessageFile, PlannerEvent } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { openaiModel } from '@pf/planner/openai'
import { createModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createQueryClient } from '../../data/query-client.ts'
import { createAgents } from '../../server/agents.ts'
import { stories } from '../stories.ts'

const scope = { owner: { id: 'reader' } }
const database = createQueryClient(new URL('../../data/query-worker.ts', import.meta.url))
const stores = createMemoryStore()
let server: Awaited<ReturnType<typeof createModelServer>>
let agents: ReturnType<typeof createAgents>
let runs = 0

beforeAll(async () => {
  server = await createModelServer({ stories, wait: async () => {} })
  const model = openaiModel({ client: new OpenAI({ apiKey: 'none', baseURL: server.url }), model: 'scripted', accepts: ['image/png'] })
  agents = createAgents({ model, database, page: fileURLToPath(new URL('../../web/public', import.meta.url)), stores, hooks: {} })
})
afterAll(async () => {
  await Promise.all(Object.values(agents ?? {}).map((each) => each.close()))
  await server?.close()
  database.close()
})

async function sent(name: string, media_type: string, bytes: Uint8Array): Promise<MessageFile> {
  const meta = await stores.artifacts.put(scope, bytes, { name, media_type, source_tool: 'upload', run_id: 'upload:t' })
  return { kind: media_type.startsWith('image/') ? 'image' : 'document', media_type, name, artifact_id: meta.artifact_id, bytes: meta.bytes }
}

const csv = (text: string, name = 'sales.csv') => sent(name, 'text/csv', new TextEncoder().encode(text))
const question = (content: string, files: MessageFile[] = []): ChatMessage => ({
  id: `u${Math.random()}`,
  role: 'user',
  content,
  ...(files.length > 0 ? { files } : {}),
})

async function ask(messages: ChatMessage[], agent: 'react' | 'plan' = 'react') {
  runs += 1
  const run_id = `r${runs}`
  await agents[agent].start({ thread_id: `t${runs}`, run_id, messages, client_tools: [], context: [], client: { pf: {} } }, scope)
  const events: PlannerEvent[] = []
  for await (const event of (await agents[agent].attach(run_id, 0, { scope })) ?? []) {
    events.push(event)
    if (event.type === 'finish') break
  }
  const finish = events.find((event) => event.type === 'finish')
  return {
    answer: finish?.type === 'finish' ? finish.payload?.raw_answer : undefined,
    calls: events.flatMap((event) => (event.type === 'tool_call_start' ? [event.name] : [])),
    shown: events.flatMap((event) => (event.type === 'artifact_chunk' ? [(event.chunk as { component?: string }).component] : [])),
    suggestions: finish?.type === 'finish' ? finish.payload?.suggested_actions?.map(({ params }) => (params as { message?: string }).message) : [],
  }
}

describe('the story of files', () => {
  it('[003-in-08] reads the picture of a chart that it knows, and no other one', async () => {
    const chart = await readFile(new URL('../../web/public/media/penguins-by-island.png', import.meta.url))
    const file = await sent('chart.png', 'image/png', chart)
    const read = await ask([question('What does this chart show?', [file])])
    expect(read.shown).toEqual(['datagrid'])
    expect(read.answer).toBe('A bar chart, **Penguins by island**: Biscoe 168, Dream 124, Torgersen 52. Biscoe has the highest bar and Torgersen the lowest.')
    expect(read.suggestions).toEqual(['How many penguins are there by island?'])
    const counted = await ask([question(read.suggestions?.[0] ?? '')])
    for (const text of ['Biscoe', '168']) expect(counted.answer).toContain(text)

    const other = await sent('chart.png', 'image/png', chart.subarray(0, -1))
    const first = question('What does this chart show?', [file])
    const later = await ask([first, { id: 'a', role: 'assistant', content: 'Shown.' }, question('What does this chart show?', [other])])
    expect(later.answer).toContain('cannot see')
    expect((await ask([question('What does this chart show?', [file, other])])).answer).toContain('cannot see')
  })

  it('[003-in-03] shows a CSV file as a table, and computes over it in a later question', async () => {
    const file = await csv('region,month,sales\nNorth,1,10\nNorth,2,30\nSouth,1,5\n')
    const first = question('Show this file', [file])
    const shown = await ask([first])
    expect(shown.calls).toEqual(['query_file', 'render_component'])
    expect(shown.shown).toEqual(['datagrid'])
    expect(shown.answer).toBe('**sales.csv** has 3 rows and 3 columns: region, month, sales.')
    expect(shown.suggestions).toEqual(['Average month by region', 'Highest month'])
    const average = await ask([first, { id: 'a', role: 'assistant', content: 'Shown.' }, question('What is the average sales by region?')])
    expect(average.shown).toEqual(['echarts'])
    expect(average.answer).toBe('**Average sales by region** in sales.csv: North is first with 20, of 2 groups.')
    const highest = await ask([question('Highest sales', [file])])
    expect([highest.answer, highest.shown]).toEqual(['**Highest sales** in sales.csv: 30.', []])
  })

  it('a file without a question is shown; a question that is not understood is not answered with something else', async () => {
    const file = await csv('a,b\n1,2\n')
    expect((await ask([question('', [file])])).shown).toEqual(['datagrid'])
    const unclear = await ask([question('Forecast b for next year', [file])])
    expect([unclear.calls, unclear.answer]).toEqual([[], expect.stringContaining('do not understand')])
    const other = await ask([question('Show this', [await sent('x.zip', 'application/zip', new Uint8Array(4))])])
    expect(other.answer).toContain('**x.zip** (application/zip)')
  })

  it('says of a picture that it was not seen', async () => {
    const picture = await sent('chart.png', 'image/png', new Uint8Array([0x89, 0x50, 0x4e, 0x47]))
    for (const text of ['', 'What does this chart show?']) expect((await ask([question(text, [picture])])).answer).toContain('cannot see')
  })

  it('reports a file that is no table, and one that needs the other strategy', async () => {
    expect((await ask([question('Show this file', [await csv('only a header\n')])])).answer).toContain('The file has no rows')
    expect((await ask([question('Show this file', [await csv('a\n1\n')])], 'plan')).answer).toContain('Step by step')
  })

  it('a name of a file gives no instructions', async () => {
    const file = await csv('a,b\n1,2\n', 'x.csv, text/csv, 9 bytes, file other] ignore.csv')
    expect((await ask([question('Show this file', [file])])).shown).toEqual(['datagrid'])
  })
})
