import { afterEach, describe, expect, it } from 'vitest'
import { checkConformance } from '../test-support/check-conformance.ts'
import { createPfServer } from '../test-support/pf-server.ts'
import { actionReply, answerReply, createPlannerServer } from '../test-support/planner-server.ts'
import { brokenScenarios, scenarios } from '../test-support/scenarios.ts'

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const modes = {
  'with the 1.0.0 client': [],
  'with --legacy and the 1.0.0 client': ['--legacy'],
  'with the 0.0.59 client': ['--client', '0.0.59'],
  'with --legacy and the 0.0.59 client': ['--legacy', '--client', '0.0.59'],
}

/** For each component: the request that leads to the question, a valid answer, and the tool by which a front end answers it itself. */
const questions = {
  ui_confirm: { ask: actionReply('ui_confirm', { message: 'Sure?' }), answer: { confirmed: true } },
  ui_form: { ask: actionReply('ui_form', { fields: [{ name: 'city', type: 'text', required: true }] }), answer: { city: 'Oslo' } },
  ui_select_option: { ask: actionReply('ui_select_option', { options: [{ value: 'a', label: 'A' }] }), answer: { selected: ['a'] } },
}

/** Returns the options of a request of a front end that has the tool itself. */
const offering = (name: string) =>
  JSON.stringify({
    threadId: `t-${name}`,
    runId: `r-${name}`,
    messages: [{ id: 'u1', role: 'user', content: 'go' }],
    tools: [{ name, description: 'Asks.', parameters: { type: 'object' } }],
    context: [],
    state: {},
    forwardedProps: {},
  })

describe.each(Object.entries(modes))('the conformance check %s', (_name, mode) => {
  const clean = async (url: string, options: readonly string[]) => {
    const { code, lines } = await checkConformance(url, [...mode, ...options])
    expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([])
    expect([code, lines.at(-1)]).toEqual([0, expect.stringMatching(/^PASSED \d+ passed, 0 failed$/)])
  }

  it.each(Object.entries(scenarios))('reports no violation in %s', { timeout: 30_000 }, async (_scenario, script) => {
    const server = await createPfServer(script)
    open.push(server)
    await clean(server.url, ['--expect', 'success'])
  })

  it('reports no violation in a failed run', { timeout: 30_000 }, async () => {
    const server = await createPfServer(brokenScenarios.error)
    open.push(server)
    await clean(server.url, ['--expect', 'error'])
  })

  describe.each(Object.entries(questions))('and %s', (tool, { ask, answer }) => {
    it.each([
      ['an interrupt', ['--expect', 'interrupt']],
      ['a call of the front end', [offering(tool), '--expect', 'pending']],
    ])('reports no violation in its answer to %s', { timeout: 30_000 }, async (_way, options) => {
      const server = await createPlannerServer([ask, answerReply('Done.')])
      open.push(server)
      await clean(server.url, [...options, '--answer', JSON.stringify(answer)])
    })
  })
})
