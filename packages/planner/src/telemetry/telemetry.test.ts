import { type Attributes, type MeterProvider, metrics, type Span, type TracerProvider, trace } from '@opentelemetry/api'
import { createMemoryStore } from '@pf/core/memory'
import { registryDigest, registryVersion } from '@pf/registry'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answer, call, createHarness, type Harness, questionOf, scope, script } from '../test-support/harness.ts'

let harness: Harness
const spans: { name: string; attributes: Attributes }[] = []
const counts: { metric: string; value: number; attributes: Attributes }[] = []

/** A minimal provider that records its calls, because the API package contains no SDK. */
const tracing = {
  getTracer: () => ({
    startSpan: (name: string, options: { attributes: Attributes }) => {
      const entry = { name, attributes: { ...options.attributes } }
      spans.push(entry)
      const span = {
        spanContext: () => ({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }),
        setStatus: () => span,
        end: () => undefined,
        isRecording: () => true,
      } as unknown as Span
      span.setAttribute = (key, value) => Object.assign(entry.attributes, { [key]: value }) && span
      span.setAttributes = (more) => Object.assign(entry.attributes, more) && span
      return span
    },
  }),
} as unknown as TracerProvider
const record = (metric: string) => (value: number, attributes: Attributes) => void counts.push({ metric, value, attributes })
const metering = {
  getMeter: () => ({ createCounter: (name: string) => ({ add: record(name) }), createHistogram: (name: string) => ({ record: record(name) }) }),
} as unknown as MeterProvider

beforeEach(() => {
  spans.length = counts.length = 0
  trace.setGlobalTracerProvider(tracing)
  metrics.setGlobalMeterProvider(metering)
})
afterEach(async () => {
  trace.disable()
  metrics.disable()
  await harness.close()
})

const metric = (component: string) => call('render_component', { component, props: { label: 'SECRET label', value: 1 } })

it('[003-obs-01] [003-obs-03] [004-rep-02] spans and metrics tell names, sizes and verdicts, and no content', async () => {
  const sloppy = '{"next_node": "final_response", "args": {"answer": "SECRET answer",},}'
  harness = await createHarness({ stories: [script(metric('metric'), metric('nonsense'), 'prose', sloppy)], richOutput: { enabled: true } })
  harness.server.mode('ok')
  await harness.run('SECRET question')
  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['pf.run', 'pf.model_call', 'pf.tool']))
  expect(spans[0]?.attributes).toMatchObject({ 'pf.registry.version': registryVersion, 'pf.registry.digest': registryDigest, 'pf.run_id': 'run-1' })
  expect(spans.find(({ name }) => name === 'pf.model_call')?.attributes).toMatchObject({
    'gen_ai.request.model': 'scripted',
    'gen_ai.usage.input_tokens': expect.any(Number),
  })
  expect(counts).toContainEqual({ metric: 'pf.component.bytes', value: expect.any(Number), attributes: { component: 'metric', verdict: 'ok' } })
  expect(counts).toContainEqual({ metric: 'pf.component.bytes', value: expect.any(Number), attributes: { component: 'unknown', verdict: 'rejected' } })
  expect(counts.filter(({ metric: name }) => name === 'pf.action.repair').map(({ attributes }) => attributes.kind)).toContain('answer')
  expect(JSON.stringify([spans, counts])).not.toContain('SECRET')
})

it('[004-rep-02] tolerated deviations are counted by kind', async () => {
  harness = await createHarness({ stories: [script("{'next_node': 'final_response', 'args': {'answer': 'ok',}}")] })
  await harness.run('Go')
  expect(counts.filter(({ metric: name }) => name === 'pf.action.tolerated').length).toBeGreaterThan(0)
})

it('the trace id of the host is reported with an error', async () => {
  harness = await createHarness({ stories: [script(answer('x'))] })
  harness.server.mode('500')
  const events = await harness.run('Go')
  expect(events.at(-1)).toMatchObject({ error: { trace_id: 'a'.repeat(32) } })
})

it('[003-obs-02] each interaction is reported with its tool, its call and the time to the answer, and nothing of what was said', async () => {
  let now = 1_000
  const form = call('ui_form', { title: 'SECRET title', fields: [{ name: 'city', type: 'text' }] })
  harness = await createHarness({
    stories: [script(form, answer('ok'))],
    richOutput: { enabled: true },
    now: () => now,
    ports: createMemoryStore({ now: () => now }),
  })
  const { id } = questionOf(await harness.run('Go'))
  now += 4_200
  const given = await harness.agent.answer({ interaction_id: id }, { result: { city: 'SECRET city' } }, scope)
  await harness.log('run_id' in given ? given.run_id : '')
  expect(spans.find(({ name }) => name === 'pf.interaction')?.attributes).toEqual({
    'pf.tool.name': 'ui_form',
    'pf.tool_call_id': 'tc:run-1:1',
    'pf.interaction.component': 'form',
    'pf.interaction.by': 'model',
    'pf.interaction.status': 'answered',
    'pf.interaction.wait_ms': 4_200,
  })
  expect(counts).toContainEqual({ metric: 'pf.interaction.wait', value: 4_200, attributes: { tool: 'ui_form', status: 'answered' } })
  expect(JSON.stringify([spans, counts])).not.toContain('SECRET')
})

it('[002-fail-03] drafting counts violations, retries, latencies and tokens, and tells no text', async () => {
  const story = {
    name: 'drafts',
    match: () => true,
    reply: ({ messages, attempt }: { messages: readonly { content: string }[]; attempt: number }) => {
      const nonce = messages.at(-1)?.content.match(/\[ARTIFACT:(\w+)\]/)?.[1]
      const whole = `[ARTIFACT:${nonce}]SECRET[/ARTIFACT:${nonce}][USER:${nonce}]SECRET[/USER:${nonce}]`
      return { content: attempt === 1 && !messages.at(-1)?.content.includes('not in the required format') ? `SECRET ${whole}` : whole }
    },
  }
  harness = await createHarness({ stories: [story], strategy: 'artifact-first' })
  await harness.run('SECRET')
  const drafted = (name: string) => counts.filter(({ metric }) => metric === name).map(({ attributes }) => attributes)
  expect(drafted('pf.draft')).toEqual([
    { kind: 'violation', reason: 'text_outside' },
    { kind: 'retry', reason: 'text_outside' },
  ])
  expect(drafted('pf.draft.latency')).toEqual([{ until: 'first' }, { until: 'whole' }])
  expect(spans.filter(({ name }) => name === 'pf.model_call').at(-1)?.attributes).toMatchObject({ 'gen_ai.usage.output_tokens': expect.any(Number) })
  expect(JSON.stringify([spans, counts])).not.toContain('SECRET')
})
