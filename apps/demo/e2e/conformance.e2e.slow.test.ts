import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, startDemo } from './start-demo.ts'

const script = fileURLToPath(new URL('../../../tooling/agui-conformance.mjs', import.meta.url))
const run = promisify(execFile)

let demo: Demo
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo?.stop())

const questions = [
  'What data is here?',
  'How did CO2 in the air develop since 1958?',
  'Which countries had the highest life expectancy in 2005?',
  'Give me a dashboard of the weather in Seattle',
  'Show me how broken output is repaired',
  'Withdraw an answer',
  'Write me a poem',
]
const clients = [[], ['--legacy'], ['--legacy', '--client', '0.0.59']]

describe.each(questions)('the demo asked %j', (question) => {
  it.each(clients.map((flags) => ({ flags })))('breaks no rule of AG-UI for a real client $flags', async ({ flags }) => {
    const id = crypto.randomUUID()
    const input = {
      threadId: `t-${id}`,
      runId: `r-${id}`,
      messages: [{ id: 'u1', role: 'user', content: question }],
      tools: [],
      context: [],
      state: {},
      forwardedProps: {},
    }
    const { stdout } = await run(process.execPath, [script, `${demo.url}/agui/agent`, JSON.stringify(input), '--quiet', ...flags])
    expect(stdout).not.toContain('FAIL')
    expect(stdout).toMatch(/PASSED \d+ passed, 0 failed/)
  })
})
