import { defineTool } from '@pf/planner'
import type { Story } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { showText, summaryOf } from '../command/texts.ts'
import { redactBundle, replayBundle } from '../index.ts'
import { answer, call, type RecordedHarness, record as recordRun, script, throughFile } from '../test-support/record.ts'

let opened: RecordedHarness | undefined
afterEach(() => opened?.server.close())
const record = async (...options: Parameters<typeof recordRun>) => {
  opened = await recordRun(...options)
  return opened
}

describe('replayBundle', () => {
  it('replays a run with a tool and a component over its rows, without the model and the code of the tool', async () => {
    const component = { component: 'datagrid', props: { columns: [{ field: 'city' }], rows: { $artifact: 'query.rows' } } }
    const recorded = await record([script(call('query', { table: 'cities' }), call('render_component', component), answer('Here are 300 cities.'))])
    const events = await recorded.ask()
    const bundle = await throughFile(await recorded.bundle())
    await recorded.server.close()
    expect(bundle.runs[0]?.model_calls).toHaveLength(3)
    const replayed = await replayBundle(bundle)
    expect(replayed).toMatchObject({ equal: true, differences: [], unusedTools: 0, notDescribed: [] })
    expect(replayed.payload?.raw_answer).toBe('Here are 300 cities.')
    expect(replayed.events.filter(({ type }) => type === 'artifact_chunk')).toHaveLength(events.filter(({ type }) => type === 'artifact_chunk').length)
  })

  it('replays a plan', async () => {
    const plan = call('plan', { steps: [{ node: 'query', args: { table: 'cities' } }] })
    const recorded = await record([script(plan, answer('Planned.'))], { strategy: 'plan-execute' })
    await recorded.ask()
    expect(await replayBundle(await throughFile(await recorded.bundle()))).toMatchObject({ equal: true, differences: [] })
  })

  it('replays a pause of a tool with the recorded answer, in the run that continues', async () => {
    const recorded = await record([script(call('save', { name: 'mine' }), answer('Saved.'))])
    const asked = await recorded.ask()
    expect(asked.at(-1)).toMatchObject({ type: 'finish', reason: 'paused' })
    await recorded.answer(asked, { confirmed: true })
    const bundle = await throughFile(await recorded.bundle())
    expect(bundle.runs).toHaveLength(2)
    const replayed = await replayBundle(bundle)
    expect(replayed).toMatchObject({ equal: true, differences: [], payload: { raw_answer: 'Saved.' } })
  })

  it('replays a question of the model that a later request answers', async () => {
    const recorded = await record([script(call('ui_confirm', { message: 'Proceed?' }), answer('Done.'))])
    const asked = await recorded.ask()
    const id = asked.findLast((event) => event.type === 'pause')?.interactions[0]?.id ?? ''
    await recorded.ask({ run_id: 'run-2', answers: [{ ref: { interaction_id: id }, envelope: { result: { confirmed: true } } }] })
    const bundle = await throughFile(await recorded.bundle())
    expect(bundle.runs.map(({ run_id }) => run_id)).toEqual(['run-1', 'run-2'])
    expect(await replayBundle(bundle)).toMatchObject({ equal: true, differences: [] })
  })

  it('says what a changed result, a changed prompt and a changed recording make different', async () => {
    const recorded = await record([script(call('query', { table: 'cities' }), answer('Done.'))])
    await recorded.ask()
    const bundle = await recorded.bundle()
    const changed = structuredClone(bundle)
    const [execution] = changed.runs[0]?.tool_executions ?? []
    if (execution) execution.end = { type: 'error', code: 'tool_failed', message: 'No such table.' }
    const failed = await replayBundle(changed)
    expect(failed.equal).toBe(false)
    expect(failed.differences.length).toBeGreaterThan(0)
    const prompted = await replayBundle(bundle, { configure: (options) => ({ ...options, system: 'You answer in French.' }) })
    expect(prompted.equal).toBe(false)
    expect(JSON.stringify(prompted.events)).toContain('/messages/0/content at character')
    const edited = structuredClone(bundle)
    edited.runs[0]?.model_calls.pop()
    expect((await replayBundle(edited)).equal).toBe(false)
  })

  it('runs the requests with another model and says what it did differently', async () => {
    const recorded = await record([script(call('query', { table: 'cities' }), answer('Three hundred.'))])
    await recorded.ask()
    const bundle = await recorded.bundle()
    const model = {
      name: 'other',
      async *stream() {
        yield { type: 'text' as const, text: answer('I do not look.') }
        yield { type: 'finish' as const, reason: 'stop' }
      },
    }
    const result = await replayBundle(bundle, { model })
    expect(result).toMatchObject({ equal: false, unusedTools: 1, payload: { raw_answer: 'I do not look.' } })
    expect(result.differences).toContainEqual({ in: 'payload', pointer: '/raw_answer', recorded: '"Three hundred."', replayed: '"I do not look."' })
  })

  it('refuses a bundle without a recorded request or an agent', async () => {
    const recorded = await record([script(answer('Done.'))])
    await recorded.ask()
    const bundle = await recorded.bundle()
    const { agent: _, ...undescribed } = bundle
    await expect(replayBundle(undescribed)).rejects.toThrow('describes no agent')
    await expect(replayBundle({ ...bundle, runs: bundle.runs.map((run) => ({ ...run, requests: [] })) })).rejects.toThrow('has no request')
  })

  it('names guardrails as code, keeps the source of tools, and replays equal with the same guardrails', async () => {
    const page = defineTool({ name: 'page', description: 'Reads a page.', input: { type: 'object' }, source: 'untrusted', run: () => ({ text: 'Hello.' }) })
    const guardrails = {
      untrustedContent: {},
      answerChecks: [{ name: 'check', check: () => ({ verdict: 'rewrite' as const, text: 'Checked.', reason: 'test' }) }],
    }
    const recorded = await record([script(call('page'), answer('It says hello.'))], { tools: [page], guardrails })
    await recorded.ask()
    const bundle = await throughFile(await recorded.bundle())
    expect(await replayBundle(bundle)).toMatchObject({
      equal: false,
      notDescribed: ['guardrails.untrustedContent', 'guardrails.answerChecks'],
      notRepeated: [],
    })
    expect(await replayBundle(bundle, { configure: (options) => ({ ...options, guardrails }) })).toMatchObject({ equal: true, differences: [] })
  })

  it('replays a draft and its second attempt, whose markers are others in each run', async () => {
    const story: Story = {
      name: 'draft',
      match: () => true,
      reply: ({ messages }) => {
        const prompt = messages.at(-1)?.content ?? ''
        const marker = /\[ARTIFACT:(\w+)\]/.exec(prompt)?.[1]
        if (!prompt.includes('not in the required format')) return { content: 'No tags.' }
        return { content: `[ARTIFACT:${marker}]\n# Cities\n[/ARTIFACT:${marker}]\n[USER:${marker}]\nHere is a draft.\n[/USER:${marker}]` }
      },
    }
    const recorded = await record([story], { strategy: 'artifact-first', tools: [], richOutput: { enabled: false } })
    const events = await recorded.ask()
    expect(events.filter(({ type }) => type === 'draft_done')).toEqual([expect.objectContaining({ ok: true, version: 1 })])
    const bundle = await throughFile(await recorded.bundle())
    expect(await replayBundle(bundle)).toMatchObject({ equal: true, differences: [], notRepeated: [] })
    expect(await replayBundle(await throughFile(redactBundle(bundle, { omitRequests: true })))).toMatchObject({ equal: true, differences: [] })
    await recorded.ask({ run_id: 'run-2' })
    const continued = await replayBundle(await recorded.bundle())
    expect(continued).toMatchObject({ equal: false, notRepeated: ['The version of the draft before this run is not in the bundle.'] })
  })

  it('says what a bundle cannot repeat', async () => {
    const recorded = await record([script(answer('Done.'))], { memory: { lastTurns: 2 }, guardrails: { masking: { key: 'k'.repeat(32) } } })
    await recorded.ask()
    const bundle = await recorded.bundle()
    expect((await replayBundle(bundle)).notRepeated).toEqual([
      'The option memory reads earlier turns of the thread, which are not in the bundle.',
      'Masked personal data is not replayed: its placeholders depend on the owner and on a key.',
    ])
    expect(showText(summaryOf(bundle))).toMatch(/replayable {2}yes, but not equal\. The option memory/)
  })
})
