import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openaiModel } from '@pf/planner/openai'
import { createPolicy, defaultRegistry, extendRegistry, type RegistryComponent } from '@pf/registry'
import { createModelServer, type ModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { afterEach, expect, it } from 'vitest'
import { compareResults, readSuite, runSuite } from './index.ts'

/** A component that only this team has. */
const gauge: RegistryComponent = {
  entry: {
    name: 'gauge',
    description: 'A value in a known range.',
    need: 'a value in a known range',
    when: 'load, fill level',
    category: 'data',
    interactive: false,
    tags: ['gauge'],
    height: 160,
    propsSchema: { type: 'object', required: ['value'], additionalProperties: false, properties: { value: { type: 'number' } } },
    example: { description: 'Load', props: { value: 71 } },
  },
  validate: (props) => (typeof (props as { value?: unknown }).value === 'number' ? [] : [{ code: 'schema_invalid', pointer: '/value', expected: 'a number' }]),
}

const briefs = ['server', 'tank', 'disk', 'queue', 'battery', 'memory'].map((id, index) => ({
  id,
  question: `How full is ${id}?`,
  tools: [{ name: 'level', description: 'A level.', facts: { percent: 60 + index } }],
  expect: {
    components: [{ component: 'gauge', grade: 1, checks: [{ path: '/value', is: [60 + index] }] }],
    none: 0.3,
    figures: [{ value: 60 + index }],
    reason: 'A value in a known range.',
  },
}))

let folder: string
let server: ModelServer
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

it('[003-play-02] the registry and briefs of a team are measured and compared in the same way', async () => {
  folder = await mkdtemp(join(tmpdir(), 'pf-eval-'))
  await writeFile(join(folder, 'suite.json'), JSON.stringify({ name: 'levels', system: 'You watch machines.' }))
  await writeFile(join(folder, 'levels.json'), JSON.stringify({ briefs }))
  // The stand-in shows a gauge if its prompt says what a gauge is for, and a metric otherwise.
  server = await createModelServer({
    stories: [
      {
        name: 'watcher',
        match: () => true,
        reply: ({ system, toolResults }) => {
          const { percent = 0 } = (toolResults[0]?.content ?? {}) as { percent?: number }
          const component = /: gauge\(.*fill level/.test(system) ? 'gauge' : 'metric'
          const props = component === 'gauge' ? { value: percent } : { value: percent, label: 'Level' }
          const actions = [
            { next_node: 'level', args: {} },
            { next_node: 'render_component', args: { component, props } },
            { next_node: 'final_response', args: { answer: `It is ${percent} percent full.` } },
          ]
          return actions.map((action) => ({ content: JSON.stringify(action) }))
        },
      },
    ],
  })
  const model = openaiModel({ client: new OpenAI({ apiKey: 'any', baseURL: server.url }), model: 'watcher' })
  const suite = await readSuite(folder)
  const measure = (name: string, component: RegistryComponent) => {
    const policy = createPolicy({ registry: extendRegistry(defaultRegistry(), { components: [component] }), allowlist: ['gauge', 'metric', 'datagrid'] })
    return runSuite({ suite, configuration: { name, model, policy } })
  }
  const before = await measure('before', gauge)
  const after = await measure('after', { ...gauge, entry: { ...gauge.entry, when: 'sometimes' } })
  expect(before.runs.map(({ total }) => total)).toEqual([1, 1, 1, 1, 1, 1])
  expect(server.requests[0]?.conversation?.system).toContain('You watch machines.')
  expect(after.runs[0]).toMatchObject({ scores: { choice: 0 }, shown: [{ component: 'metric' }], notes: ['Shown: metric. Expected: gauge.'] })
  expect(compareResults(before, after).metrics[0]).toMatchObject({ metric: 'total', verdict: 'worse', p: 2 / 64 })
})
