import type { Story } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../index.ts'
import { answer, createHarness, finishOf, type Harness, ofType, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const ran: unknown[] = []
const purge = defineTool({
  name: 'purge',
  description: 'Deletes rows; without a filter all of them.',
  input: z.object({ where: z.string().optional(), table: z.string().optional() }),
  run: (args) => ran.push(args) && { deleted: 1 },
})
const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  input: z.object({ amount: z.number() }),
  idempotent: false,
  run: (args) => ran.push(args) && { ok: true },
})

async function runWith(...texts: string[]) {
  ran.length = 0
  harness = await createHarness({ stories: [script(...texts)], tools: [purge, pay] })
  return harness.run('Go.')
}

describe('a tool never runs with fewer arguments than the model wrote (openclaw/openclaw#143729, #96127, #119464)', () => {
  it.each([
    '{"next_node":"purge","where":"id = 5"}',
    '{"next_node":"purge","args":{},"arguments":{"where":"id = 5"}}',
    '{"next_node":"purge","args":{"arguments":{"where":"id = 5"}}}',
    '{"next_node":"purge","args":{"kwargs":{"where":"id = 5"}}}',
    '{"next_node":"purge","args":{"Args":{"args":{"where":"id = 5"}}}}',
    '{"next_node":"functions.Purge","kwargs":{"where":"id = 5"}}',
  ])('%s runs with the filter', async (text) => {
    const events = await runWith(text, answer('done'))
    expect(ran).toEqual([{ where: 'id = 5' }])
    expect(ofType(events, 'repair')).toEqual([])
  })

  it('adds what stands beside complete arguments where the schema names it, and leaves remarks out', async () => {
    await runWith('{"next_node":"purge","args":{"table":"t"},"where":"id = 5","confidence":0.9,"args_note":"x"}', answer('done'))
    expect(ran).toEqual([{ table: 't', where: 'id = 5' }])
    await harness.close()
    await runWith('{"next_node":"plan","args":{"steps":[{"node":"purge","args":{"table":"t"},"where":"id = 5"}]}}', answer('done'))
    expect(ran).toEqual([{ table: 't', where: 'id = 5' }])
  })

  it.each([
    '{"next_node":"purge","args":{"table":"t"},"filter":"id = 5"}',
    '{"next_node":"purge","args":{"where":"id = 5"},"arguments":{"where":"id = 6"}}',
    '{"next_node":"purge","args":{"where":"id = 5","kwargs":{"where":"id = 6"}}}',
  ])('%s is asked for again', async (text) => {
    const events = await runWith(text, answer('done'))
    expect(ran).toEqual([])
    expect(ofType(events, 'repair')[0]).toMatchObject({ kind: 'action' })
  })

  it.each(['{"next_node":"purge","args":{"wher":"id = 5"}}', '{"next_node":"purge","filter":"id = 5"}'])(
    '%s names an argument that a zod schema would drop',
    async (text) => {
      await runWith(text, answer('done'))
      expect(ran).toEqual([])
      expect(JSON.stringify(harness.server.requests[1]?.body)).toContain('no such property')
    },
  )

  it('does not run a call that the output limit has cut behind its arguments', async () => {
    ran.length = 0
    const cut: Story = {
      name: 'cut',
      match: () => true,
      reply: ({ attempt }: { attempt: number }) =>
        attempt === 1 ? { content: '{"next_node":"purge","args":{"table":"t"},"whe', finish: 'length' } : { content: answer('done') },
    }
    harness = await createHarness({ stories: [cut], tools: [purge] })
    const events = await harness.run('Go.')
    expect([ran, ofType(events, 'repair')]).toMatchObject([[], [{ kind: 'shorter' }]])
  })
})

describe('an action that was only considered (Technologicat/raven#9, vllm-project/vllm#39885, Augustas11/macprovider#743)', () => {
  const draft = '{"next_node":"pay","args":{"amount":900}}'
  const final = answer('No payment is needed.')
  it.each([
    `<|channel>thought\nMaybe ${draft}? No, the bill is paid.<channel|>${final}`,
    `thought\nMaybe ${draft}? No.<channel|>${final}`,
    `analysisMaybe ${draft}? No, the bill is paid.assistantfinal${final}`,
    `<think>Maybe ${draft}? No.</think>${final}`,
  ])('is not executed, and the action behind it counts: %s', async (text) => {
    const events = await runWith(text, answer('later'))
    expect(ran).toEqual([])
    expect(finishOf(events).payload.raw_answer).toBe('No payment is needed.')
  })

  it('is not executed when it cannot be distinguished from the action', async () => {
    const events = await runWith(`Maybe ${draft}? No, the bill is paid. ${final}`, final)
    expect(ran).toEqual([])
    expect(ofType(events, 'repair')[0]).toMatchObject({ kind: 'action' })
  })
})

describe('names of tools (craft-ai-agents/craft-agents-oss#449, prefect-archive/ControlFlow#107)', () => {
  it.each([
    '{"next_node":"functions.pay","args":{"amount":1}}',
    '{"next_node":"Pay","args":{"amount":1}}',
    '{"next_node":"pay<|channel|>commentary","args":{"amount":1}}',
    '{"next_node":"multi_tool_use.parallel","args":{"tool_uses":[{"recipient_name":"functions.pay","parameters":{"amount":1}}]}}',
  ])('%s runs at once', async (text) => {
    const events = await runWith(text, answer('done'))
    expect(ran).toEqual([{ amount: 1 }])
    expect(ofType(events, 'repair')).toEqual([])
  })
})
