import type { Owner, ToolContext } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, expect, it } from 'vitest'
import type { AgentHooks } from '../index.ts'
import { answer, call, createHarness, type Harness, inputOf, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

it('hooks receive the owner of the run, because two owners may have runs of one id', async () => {
  const received: [string, Owner][] = []
  const recordAs =
    (name: string) =>
    ({ owner }: { owner: Owner }) =>
      void received.push([name, owner])
  const hooks: AgentHooks = {
    onModelRequest: recordAs('request'),
    onModelResponse: recordAs('response'),
    onObservation: recordAs('observation'),
    onLog: recordAs('log'),
  }
  const tool = { name: 'work', description: 'Works.', input: { type: 'object' }, run: (_: unknown, { log }: ToolContext) => log('info', 'here') }
  harness = await createHarness({ stories: [script(call('work'), answer('done'))], tools: [tool], ports: createMemoryStore(), hooks })
  for (const owner of [{ id: 'ada' }, { id: 'eve', tenant: 'north' }]) {
    received.length = 0
    await harness.agent.start(inputOf('Work.'), { owner })
    for await (const _ of (await harness.agent.attach('run-1', 0, { scope: { owner } })) ?? []);
    expect(new Set(received.map(([name]) => name))).toEqual(new Set(['request', 'response', 'observation', 'log']))
    for (const [, seen] of received) expect(seen).toEqual(owner)
  }
})

it('a hook that answers with a thenable that fails changes nothing', async () => {
  const failing = (_resolve: unknown, reject: (error: Error) => void) => reject(new Error('no'))
  // Created by `fromEntries`, because biome reports object literals with `then`.
  const hooks = { onModelRequest: () => Object.fromEntries([['then', failing]]) } as unknown as AgentHooks
  harness = await createHarness({ stories: [script(answer('done'))], hooks })
  expect((await harness.run('Work.')).at(-1)).toMatchObject({ reason: 'answer' })
})
