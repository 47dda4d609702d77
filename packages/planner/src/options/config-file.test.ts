import { buildCatalogPrompt, createPolicy } from '@pf/registry'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, createHarness, type Harness, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const open = async (options: object) => {
  harness = await createHarness({ stories: [script(answer('done'))], ...options })
}

describe('options in the words of a configuration file', () => {
  it('are taken as their camelCase forms, rich_output with all its parts', async () => {
    const allowlist = ['markdown', 'json', 'echarts', 'datagrid', 'report', 'grid', 'form', 'confirm', 'select_option']
    await open({
      rich_output: {
        enabled: true,
        allowlist,
        include_prompt_catalog: false,
        include_prompt_examples: false,
        typed_tools: ['grid'],
      },
      reasoning_effort: 'low',
      response_format: 'text',
      limits: { max_steps: 3 },
      memory: { summary: { last_turns: 2, max_chars: 500 } },
    })
    await harness.run('Hello.')
    expect(harness.agent.catalog()).toMatchObject({ enabled: true, counts: { enabled: 9 } })
    const { conversation, body } = harness.server.requests[0] ?? {}
    expect(body).toMatchObject({ reasoning_effort: 'low' })
    expect(body).not.toHaveProperty('response_format')
    expect(conversation?.system).toContain('render_grid')
    expect(conversation?.system).not.toContain(buildCatalogPrompt(createPolicy({ allowlist })).trim())
  })

  it('are refused in both forms at once, and where they name nothing', async () => {
    await open({})
    const twice = { rich_output: { enabled: true }, richOutput: { enabled: true }, limits: { max_steps: 1, maxSteps: 2 } }
    await expect(createHarness(twice as never)).rejects.toThrow(/rich_output and richOutput are the same.*limits\.max_steps and limits\.maxSteps/)
    await expect(createHarness({ rich_output: { enabled: true, allow_list: [] } } as never)).rejects.toThrow(/richOutput\.allowList is not an option/)
    await expect(createHarness({ limits: { max_speed: 1 } } as never)).rejects.toThrow(/limits\.maxSpeed is not a limit/)
    await expect(createHarness({ rich_output: { enabled: 'yes' } } as never)).rejects.toThrow(/richOutput\.enabled must be/)
  })
})
