import type { JsonValue } from '@pf/core'
import { finalPayloadSchema } from '@pf/core/schemas'
import { afterEach, describe, expect, it } from 'vitest'
import type { ProvenancePolicy } from '../options/provenance-options.ts'
import { answer, call, createHarness, finishOf, type Harness, type HarnessOptions, inputOf, ofType, questionOf, scope } from '../test-support/harness.ts'
import { defineTool } from '../tools/define-tool.ts'

let harness: Harness
afterEach(() => harness?.close())

const rows = [
  { species: 'Adelie', mean_body_mass_g: 3700.662, count: 152 },
  { species: 'Gentoo', mean_body_mass_g: 5076.016, count: 124 },
]
const query = defineTool({
  name: 'run_query',
  description: 'Runs a query.',
  input: { type: 'object', properties: { sql: { type: 'string' } } },
  output: { type: 'object', properties: { row_count: { type: 'number' }, best: { type: 'number' }, rows: { type: 'array', artifact: true } } },
  sideEffects: 'read',
  idempotent: true,
  run: () => ({ row_count: rows.length, best: 91.25, rows }),
})

/** Runs the script with a policy. */
async function run(provenance: ProvenancePolicy | undefined, replies: string[], more: Partial<HarnessOptions> = {}) {
  let asked = 0
  const story = { name: 's', match: () => true, reply: () => ({ content: replies[asked++] ?? answer('too many') }) }
  harness = await createHarness({ stories: [story], tools: [query], ...(provenance ? { provenance } : {}), ...more })
  const events = await harness.run('How heavy are they? Above 40.5?')
  return { events, finish: finishOf(events), requests: harness.server.requests }
}

const first = call('run_query', { sql: 'SELECT 1' })
const systemOf = (request: Harness['server']['requests'][number] | undefined) => JSON.stringify(request?.conversation ?? '')
const warnings = (events: Parameters<typeof ofType>[0]) => ofType(events, 'warning').filter(({ code }) => code === 'unproven_figures')

describe('policy mark', () => {
  it('puts the origin of the figures into the payload, which matches its schema', async () => {
    const { finish, events, requests } = await run('mark', [first, answer('Gentoo weigh 5,076 g, the best has 91.25, more than 40.5, and 17.7 is new.')])
    expect(finish.payload.provenance).toEqual({
      counts: { result: 2, computed: 0, stated: 2, unproven: 1, references: 0 },
      figures: [
        { text: '40.5', start: 52, end: 56, source: { kind: 'stated', by: 'conversation' } },
        { text: '17.7', start: 62, end: 66, source: { kind: 'stated', by: 'model' } },
        { text: '5,076 g', start: 13, end: 20, source: { kind: 'result', ref: 'run_query.rows', path: '/1/mean_body_mass_g', row: 1 } },
        { text: '91.25', start: 35, end: 40, source: { kind: 'result', ref: 'tc:run-1:1', path: '/best' } },
      ],
      results: [
        { ref: 'tc:run-1:1', tool: 'run_query', tool_call_id: 'tc:run-1:1' },
        { ref: 'run_query.rows', tool: 'run_query', tool_call_id: 'tc:run-1:1' },
      ],
      incomplete: false,
    })
    expect(finalPayloadSchema.parse(finish.payload)).toEqual(finish.payload)
    expect(warnings(events)).toEqual([])
    expect(systemOf(requests[0])).toContain('computations')
  })

  it('accepts computations that the model declares and that are right', async () => {
    const extra = { computations: [{ operation: 'ratio', operands: [1, 0].map((row) => ({ ref: 'run_query.rows', path: `/${row}/count` })) }] }
    const { finish } = await run('mark', [first, answer('The ratio is 0.816, not 0.9.', { extra })])
    expect(finish.payload.provenance?.counts).toMatchObject({ computed: 1, unproven: 1 })
  })

  it('traces components, and counts references to data', async () => {
    const show = (props: JsonValue) => call('render_component', { component: 'datagrid', props: props as Record<string, unknown>, id: 'g' })
    const grid = (data: JsonValue) => show({ columns: [{ field: 'species' }], rows: data })
    const rich = { richOutput: { enabled: true } }
    const written = await run(
      'mark',
      [
        first,
        grid([
          { species: 'Gentoo', mass: 5076 },
          { species: 'Adelie', mass: 17.7 },
        ]),
        answer('Here.'),
      ],
      rich,
    )
    expect(written.finish.payload.provenance?.figures).toMatchObject([
      { text: '17.7', component: 'g', pointer: '/rows/1/mass', source: { kind: 'stated' } },
      { text: '5076', component: 'g', pointer: '/rows/0/mass', source: { kind: 'result', ref: 'run_query.rows' } },
    ])
    await harness.close()
    const referred = await run('mark', [first, grid({ $artifact: 'run_query.rows' }), answer('Here.')], rich)
    expect(referred.finish.payload.provenance?.counts).toEqual({ result: 0, computed: 0, stated: 0, unproven: 0, references: 1 })
  })

  it('does not take what the model wrote for a result of its tool', async () => {
    const show = call('render_component', { component: 'metric', props: { label: 'Made up', value: 17.7 } })
    const { finish } = await run('mark', [show, answer('It is 17.7.')], { richOutput: { enabled: true } })
    expect(finish.payload.provenance?.counts).toMatchObject({ result: 0, unproven: 2 })
  })

  it('traces the components that were shown before the run paused, with their updates and without values that the model may not see', async () => {
    const metric = (id: string, value: JsonValue) => call('render_component', { component: 'metric', id, props: { label: 'Gentoo', value } })
    const update = call('update_component', { id: 'm', patch: [{ op: 'replace', path: '/value', value: 17.7 }] })
    const ask = call('ui_confirm', { message: 'Is it enough?' })
    const replies = [first, metric('m', 5076.016), metric('n', 91.25), update, ask, answer('Done.')]
    const paused = await run('mark', replies, { richOutput: { enabled: true } })
    const { id } = questionOf(paused.events)
    const stored = await harness.ports.storage.load(scope, 'run-1')
    expect(stored).toMatchObject({ state: { components: { written: [{ id: 'm', props: { value: 17.7 } }, { id: 'n' }] } } })
    const answers = [{ ref: { interaction_id: id }, envelope: { result: { confirmed: true } } }]
    await harness.agent.start(inputOf('Continue.', { run_id: 'run-2', answers }), scope)
    const { provenance } = finishOf(await harness.log('run-2')).payload
    expect(provenance?.counts).toMatchObject({ result: 1, unproven: 1 })
    expect(provenance?.figures.map(({ component, pointer }) => [component, pointer])).toEqual([
      ['m', '/value'],
      ['n', '/value'],
    ])
  })

  it('traces the results of plans', async () => {
    const steps = [{ node: 'run_query', args: { sql: '1' } }]
    const { finish } = await run('mark', [call('plan', { steps }), answer('The best has 91.25.')])
    expect(finish.payload.provenance?.counts).toMatchObject({ result: 1, unproven: 0 })
  })
})

describe('policy warn', () => {
  it('gives the answer back to the model once, with the figures that are in no result', async () => {
    const { finish, events, requests } = await run('warn', [first, answer('It is 17.7.'), answer('Gentoo weigh 5,076 g.')])
    expect(finish.payload).toMatchObject({ raw_answer: 'Gentoo weigh 5,076 g.', provenance: { counts: { result: 1, unproven: 0 } } })
    expect(ofType(events, 'answer_reset')).toMatchObject([{ reason: 'unproven_figures' }])
    expect(warnings(events)).toMatchObject([{ text: expect.stringContaining('17.7') }])
    expect(requests[2]?.conversation?.messages.at(-1)?.content).toMatch(/^\[planner\] These figures are in no result: 17\.7\./)
  })

  it('does so once, and then only marks', async () => {
    const { finish, requests } = await run('warn', [first, answer('It is 17.7.'), answer('It is 18.8.'), answer('too many')])
    expect(finish.payload).toMatchObject({ raw_answer: 'It is 18.8.', route: null, provenance: { counts: { unproven: 1 } } })
    expect(requests).toHaveLength(3)
  })

  it('lets the model call a tool first', async () => {
    const { finish } = await run('warn', [answer('The best has 91.25.'), first, answer('The best has 91.25.')])
    expect(finish.payload).toMatchObject({ raw_answer: 'The best has 91.25.', provenance: { counts: { result: 1, unproven: 0 } } })
  })

  it('does not ask in the last step', async () => {
    const { finish, requests } = await run('warn', [first, answer('It is 17.7.')], { limits: { maxSteps: 2 } })
    expect([finish.payload.raw_answer, requests.length]).toEqual(['It is 17.7.', 2])
  })
})

describe('policy refuse', () => {
  it('withholds an answer whose figures remain unproven, and names them', async () => {
    const { finish, events } = await run('refuse', [first, answer('It is 17.7.'), answer('It is 18.8.')])
    expect(finish.reason).toBe('answer')
    expect(finish.payload).toMatchObject({
      raw_answer: 'The answer is withheld, because these figures are in no result: 18.8.',
      route: 'refusal',
      warnings: ['unproven_figures: 18.8'],
      provenance: { counts: { unproven: 1 }, figures: [{ text: '18.8' }] },
    })
    expect(ofType(events, 'answer_reset')).toHaveLength(2)
  })

  it('keeps an answer whose figures have an origin', async () => {
    const { finish } = await run('refuse', [first, answer('Gentoo weigh 5,076 g.')])
    expect(finish.payload).toMatchObject({ raw_answer: 'Gentoo weigh 5,076 g.', route: null, warnings: [] })
  })

  it('applies to the strategy plan-execute as well', async () => {
    const calls = [{ tool_name: 'run_query', arguments: { sql: '1' } }]
    const plan = JSON.stringify({ type: 'tool_calls', reasoning: 'Look.', calls })
    const { finish } = await run('refuse', [plan, answer('The best has 91.25 and 17.7.')], { strategy: 'plan-execute' })
    expect(finish.payload).toMatchObject({ route: 'refusal', warnings: ['unproven_figures: 17.7'] })
  })
})

describe('policy off', () => {
  it('is the default, and changes neither the payload nor the prompt', async () => {
    const { finish, requests } = await run(undefined, [first, answer('It is 17.7.')])
    expect(Object.hasOwn(finish.payload, 'provenance')).toBe(false)
    expect(systemOf(requests[0])).not.toContain('computations')
  })

  it('is one of the policies that exist', async () => {
    await expect(createHarness({ provenance: 'strict' as ProvenancePolicy })).rejects.toThrow('provenance')
  })
})
