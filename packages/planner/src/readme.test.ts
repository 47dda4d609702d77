import { readFileSync } from 'node:fs'
import { createMemoryStore } from '@pf/core/memory'
import { createModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createAgent, defineTool } from './index.ts'
import { openaiModel } from './openai.ts'
import { answer, call, script } from './test-support/harness.ts'

it('the example of the README does what it says', async () => {
  const server = await createModelServer({ stories: [script(call('weather', { city: 'Oslo' }), answer('21 degrees.'))] })
  vi.stubEnv('OPENAI_BASE_URL', server.url)
  vi.stubEnv('OPENAI_API_KEY', 'sk-test')
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)

  const weather = defineTool({
    name: 'weather',
    description: 'Weather of a city.',
    input: z.object({ city: z.string() }),
    run: async ({ city }) => ({ city, degrees: 21 }),
  })

  const agent = createAgent({
    model: openaiModel({ client: new OpenAI(), model: 'gpt-4.1-mini' }),
    tools: [weather],
    ports: createMemoryStore(),
  })

  const run = agent.run('How warm is it in Oslo?')
  for await (const event of run) console.log(event.type)
  console.log((await run.payload).raw_answer)
  await agent.close()

  expect([log.mock.calls[0], log.mock.calls.at(-1)]).toEqual([['run_start'], ['21 degrees.']])
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await server.close()
})

it('the README holds the example that runs here, line by line', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(read('../README.md')) ?? []
  const lines = example.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('import'))
  const here = new Set(
    read('./readme.test.ts')
      .split('\n')
      .map((line) => line.trim()),
  )
  expect(lines.length).toBeGreaterThan(12)
  expect(lines.filter((line) => !here.has(line.trim()))).toEqual([])
})
