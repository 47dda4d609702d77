import type { JsonObject, ToolContext } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, call, createHarness, finishOf, type Harness, inputOf, ofType, questionOf, scope, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const toolOf = (run: (args: JsonObject, context: ToolContext) => unknown) =>
  ({ name: 'act', description: 'For tests.', input: { type: 'object' }, run }) as never
const rich = { richOutput: { enabled: true } }

describe('what one call can bring into the log', () => {
  it('is bounded for refused chunks, meta and components', async () => {
    const tool = toolOf((_, context) => {
      for (let index = 0; index < 20_000; index++) context.emitArtifact({ stream_id: '', chunk: undefined, done: 1 } as never)
      for (let index = 0; index < 1_000; index++)
        context.emitArtifact({
          stream_id: `c${index}`,
          chunk: { id: `c${index}`, component: 'metric', props: { label: 'a', value: 1 } },
          done: true,
          artifact_type: 'ui_component',
        })
      for (let index = 0; index < 2_000; index++) context.emitArtifact({ stream_id: 's', chunk: index, mode: 'replace', meta: { note: 'x'.repeat(3_900) } })
      return { ok: true }
    })
    harness = await createHarness({ stories: [script(call('act', {}), answer('Done.'))], tools: [tool], ...rich })
    const events = await harness.run('Go.')
    expect(finishOf(events).payload.raw_answer).toBe('Done.')
    expect(ofType(events, 'warning').length).toBeLessThan(60)
    expect(ofType(events, 'artifact_chunk').filter(({ artifact_type }) => artifact_type === 'ui_component').length).toBe(200)
    expect(JSON.stringify(events).length).toBeLessThan(3_000_000)
  })
})

describe('a tool that asks', () => {
  it('and catches that a question cannot be asked gets the answer of the one that can', async () => {
    const tool = toolOf(async (_, context) => {
      await context.pause({ component: 'nope', props: {} }).catch(() => undefined)
      return { answered: await context.pause({ component: 'confirm', props: { message: 'Go?' } }) }
    })
    harness = await createHarness({ stories: [script(call('act', {}), answer('Done.'))], tools: [tool], ...rich })
    const question = questionOf(await harness.run('Go.'))
    await harness.agent.start(
      inputOf('Go.', { run_id: 'run-2', answers: [{ ref: { interaction_id: question.id }, envelope: { result: { confirmed: true } } }] }),
      scope,
    )
    expect(finishOf(await harness.log('run-2')).payload.raw_answer).toBe('Done.')
  })

  it('never brings what was typed as a secret into log or prompt, whole or in part, wherever a text is cut', async () => {
    const secret = 'correct-horse-battery-staple'
    const form = { fields: [{ name: 'pin', type: 'password', label: 'PIN' }] }
    const tool = toolOf(async (_, context) => {
      const given = await context.pause({ component: 'form', props: form })
      const pin = given.status === 'answered' ? String(given.result.pin) : ''
      context.progress({ text: `${'p'.repeat(490)}${pin}` })
      context.emitArtifact({ stream_id: 's', chunk: { note: pin }, done: true, meta: { pin } })
      await context.pause({ component: 'confirm', props: { message: `Use ${pin}?` } })
      throw new Error(`${'e'.repeat(290)}${pin}`)
    })
    harness = await createHarness({ stories: [script(call('act', {}), answer('Done.'))], tools: [tool], ...rich })
    const first = questionOf(await harness.run('Go.'))
    await harness.agent.start(
      inputOf('Go.', { run_id: 'run-2', answers: [{ ref: { interaction_id: first.id }, envelope: { result: { pin: secret } } }] }),
      scope,
    )
    const second = questionOf(await harness.log('run-2'))
    await harness.agent.start(
      inputOf('Go.', { run_id: 'run-3', answers: [{ ref: { interaction_id: second.id }, envelope: { result: { confirmed: true } } }] }),
      scope,
    )
    const events = [...(await harness.log('run-2')), ...(await harness.log('run-3'))]
    const seen = JSON.stringify([events, harness.server.requests.map(({ body }) => body)])
    for (let cut = 8; cut <= secret.length; cut += 4) expect(seen).not.toContain(secret.slice(0, cut))
  })
})
