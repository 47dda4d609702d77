import { artifact } from '@pf/artifacts/zod'
import type { ComponentFailure, Scope } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../index.ts'
import { answer, call, createHarness, finishOf, type Harness, ofType, scope, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const diagram = call('render_component', { component: 'mermaid', id: 'flow', props: { code: 'sequenceDiagram\n nonsense' } })
const failure = (more: Partial<ComponentFailure> = {}): ComponentFailure => ({
  run_id: 'run-1',
  component_id: 'flow',
  component: 'mermaid',
  reason: 'Line 2 cannot be read.',
  ...more,
})
const delivered: boolean[] = []

/** A tool during which a page reports failures. */
const reports = (failures: readonly ComponentFailure[], by: Scope = scope) =>
  defineTool({
    name: 'look',
    description: 'Waits.',
    input: z.object({}),
    run: async () => {
      for (const each of failures) delivered.push((await harness.agent.componentFailed?.(each, by)) ?? false)
      return { ok: true }
    },
  })

async function reportFailures(failures: readonly ComponentFailure[], { by, replies = [diagram, call('look')] }: { by?: Scope; replies?: string[] } = {}) {
  delivered.length = 0
  harness = await createHarness({ stories: [script(...replies, answer('Here.'))], tools: [reports(failures, by), source], richOutput: { enabled: true } })
  return harness.run('Show me.')
}

const source = defineTool({
  name: 'source',
  description: 'A text that only the user sees.',
  input: z.object({}),
  output: z.object({ text: artifact(z.string()) }),
  run: () => ({ text: 'secret' }),
})

const lastMessages = () => JSON.stringify(harness.server.requests.at(-1)?.body)

describe('a component that a page could not render', () => {
  it('is reported to the model before its next step, as data, and to the user in the payload', async () => {
    const events = await reportFailures([failure()])
    expect(delivered).toEqual([true])
    expect(lastMessages()).toContain('could not render the component mermaid')
    expect(lastMessages()).toContain('Line 2 cannot be read.')
    const warning = 'The page could not render the component mermaid (id flow).'
    expect(finishOf(events).payload.warnings).toEqual([warning])
    expect(ofType(events, 'warning')).toMatchObject([{ code: 'component_not_drawn', text: warning }])
  })

  it('is reported once, whichever page reports it last, and its reason is one line', async () => {
    await reportFailures([failure({ reason: 'first' }), failure({ reason: `a\u202e\n\u0000b${'x'.repeat(900)}` })])
    expect(lastMessages().match(/could not render/g)).toHaveLength(1)
    expect(lastMessages()).not.toContain('page says: \\\\\\"first')
    expect(lastMessages()).toContain(`a b${'x'.repeat(197)}\\\\`)
  })

  it('is refused for another owner and for a run that is over, and dropped for a component that the run has not shown', async () => {
    await reportFailures([failure()], { by: { owner: { id: 'eve' } } })
    expect(delivered).toEqual([false])
    expect(lastMessages()).not.toContain('could not render')
    expect(await harness.agent.componentFailed?.(failure(), scope)).toBe(false)
    await harness.close()
    const events = await reportFailures([failure({ component_id: 'other' })])
    expect(lastMessages()).not.toContain('could not render')
    expect(finishOf(events).payload.warnings).toEqual([])
  })

  it('is bounded: further reports are refused until the run has read them', async () => {
    await reportFailures(Array.from({ length: 20 }, (_, index) => failure({ component_id: `c${index}` })))
    expect(delivered.filter(Boolean)).toHaveLength(16)
  })

  it('that was reported during the last step is in the payload', async () => {
    const render = `{"next_node":"plan","args":{"steps":[{"node":"look","args":{}}]}}`
    const events = await reportFailures([failure()], { replies: [diagram, render] })
    expect(finishOf(events).payload.warnings).toHaveLength(1)
  })

  it('says nothing of the reason where the model may not see the data', async () => {
    const shown = call('render_component', { component: 'json', id: 'shown', props: { data: { $artifact: 'source.text' } } })
    await reportFailures([failure({ component_id: 'shown', component: 'json', reason: 'error at "secret"' })], {
      replies: [call('source'), shown, call('look')],
    })
    expect(lastMessages()).toContain('could not render')
    expect(lastMessages()).not.toContain('secret')
  })
})
