import type { Owner, ToolDefinition } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, call, createHarness, type Harness, type HarnessOptions, inputOf, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const tool = (name: string, tags: string[] = []): ToolDefinition => ({ name, description: `Does ${name}.`, input: { type: 'object' }, tags, run: () => name })
const tools = [tool('read', ['data', 'safe']), tool('write', ['data']), tool('mail', ['office'])]
const offered = () => (harness.server.requests.at(-1)?.conversation?.system ?? '').match(/^- (\w+): Does/gm)?.map((line) => line.slice(2, line.indexOf(':')))

async function open(toolAccess: HarnessOptions['toolAccess'], replies: string[] = [answer('done')]) {
  harness = await createHarness({ stories: [script(...replies)], tools, ...(toolAccess ? { toolAccess } : {}) })
}

async function runAs(owner: Owner, run_id: string) {
  await harness.agent.start(inputOf('Go.', { run_id, thread_id: run_id }), { owner })
  for await (const event of (await harness.agent.attach(run_id, 0, { scope: { owner } })) ?? []) if (event.type === 'finish') break
}

describe('access to tools', () => {
  it.each([
    [undefined, ['read', 'write', 'mail']],
    [{ allow: ['read', 'mail'] }, ['read', 'mail']],
    [{ deny: ['write'] }, ['read', 'mail']],
    [{ allow: ['read', 'write'], deny: ['write'] }, ['read']],
    [{ tags: ['data'] }, ['read', 'write']],
    [{ tags: ['safe', 'office'], deny: ['mail'] }, ['read']],
  ])('%j offers %j', async (access, expected) => {
    await open(access)
    await harness.run('Go.')
    expect(offered()).toEqual(expected)
  })

  it('a tool that is taken away is no tool, and is not named as near', async () => {
    await open({ deny: ['write'] }, [call('write'), answer('done')])
    await harness.run('Go.')
    const seen = harness.server.requests.at(-1)?.conversation?.toolResults[0]?.content
    expect(seen).toMatchObject({ error: { code: 'unknown_tool', tools: ['read', 'mail'] } })
  })

  it('by owner: what one does not see is neither listed nor run, also in a plan; the same tools give the same bytes', async () => {
    const steps = [{ node: 'mail' }, { node: 'read' }]
    await open({ visibleTo: ({ name }, { id, tenant }) => name !== 'mail' || (id === 'ada' && tenant === 't') }, [call('plan', { steps }), answer('done')])
    const systems: string[] = []
    for (const [index, owner] of [{ id: 'ada', tenant: 't' }, { id: 'eve' }, { id: 'bob' }].entries()) {
      await runAs(owner, `run-${index}`)
      systems.push(harness.server.requests.at(-1)?.conversation?.system ?? '')
      const seen = harness.server.requests.at(-1)?.conversation?.toolResults[0]?.content
      expect(seen).toMatchObject({ branches: [{ status: index === 0 ? 'ok' : 'error' }, { status: 'ok' }] })
    }
    expect(systems[0]).toContain('mail')
    expect(systems[1]).not.toContain('mail')
    expect(systems[2]).toBe(systems[1])
  })

  it('hides a tool whose visibility cannot be determined', async () => {
    await open({
      visibleTo: ({ name }) => {
        if (name === 'read') throw new Error('no directory')
        return (name === 'write' ? Promise.resolve(false) : true) as boolean
      },
    })
    await harness.run('Go.')
    expect(offered()).toEqual(['mail'])
  })

  it('is refused where it names what no tool has', async () => {
    await open(undefined)
    const toolAccess = { allow: ['reed'], deny: 'write', tags: ['dta'], visibleTo: 1 } as never
    await expect(createHarness({ tools, toolAccess })).rejects.toThrow(
      /allow names "reed".*deny must be a list.*tags names "dta".*visibleTo must be a function/,
    )
  })
})
