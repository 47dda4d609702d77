import { afterEach, describe, expect, it } from 'vitest'
import { checkConformance } from '../test-support/check-conformance.ts'
import type { Script } from '../test-support/memory-agent.ts'
import { createPfServer, type PfServer } from '../test-support/pf-server.ts'
import { brokenScenarios, scenarios } from '../test-support/scenarios.ts'

const open: PfServer[] = []

afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function check(script: Script, options: readonly string[]) {
  const server = await createPfServer(script)
  open.push(server)
  return checkConformance(server.url, options)
}

const modes = { 'with the 1.0.0 client': [], 'with --legacy and the 0.0.59 client': ['--legacy', '--client', '0.0.59'] }

describe.each(Object.entries(modes))('the conformance check %s', (_name, mode) => {
  it('reports no violation in any kind of run', { timeout: 60_000 }, async () => {
    for (const name of ['everything', 'reset', 'partial'] as const) {
      const { code, lines } = await check(scenarios[name], [...mode, '--expect', 'success'])
      expect([name, lines.filter((line) => line.startsWith('FAIL'))]).toEqual([name, []])
      expect([name, code, lines.at(-1)]).toMatchObject([name, 0, expect.stringMatching(/^PASSED \d+ passed, 0 failed$/)])
    }
  })

  it('reports no violation in a failed run', { timeout: 30_000 }, async () => {
    const { code, lines } = await check(brokenScenarios.error, [...mode, '--expect', 'error'])
    expect([code, lines.at(-1)]).toMatchObject([0, expect.stringMatching(/^PASSED/)])
  })
})

describe('the conformance check itself', () => {
  it('can fail', { timeout: 30_000 }, async () => {
    const { code, lines } = await check(brokenScenarios.error, [])
    expect(code).toBe(1)
    expect(lines.join('\n')).toContain('FAIL run1 end: kind of end is the expected one - run ended as error')
  })
})
