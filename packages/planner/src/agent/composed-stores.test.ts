import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFileStore } from '@pf/artifacts/node'
import { artifact } from '@pf/artifacts/zod'
import type { StorePorts } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../index.ts'
import { answer, createHarness, finishOf, ofType, questionOf, scope } from '../test-support/harness.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function fileStore() {
  const folder = await mkdtemp(join(tmpdir(), 'pf-composed-'))
  open.push(() => rm(folder, { recursive: true }))
  return createFileStore({ folder })
}

/** Wraps ports so that a method called without its port fails, as in a class that uses `this.#connection`. */
const asInstances = (ports: StorePorts): StorePorts =>
  Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [
      name,
      new Proxy(port as object, {
        get(target, key, instance) {
          const member: unknown = Reflect.get(target, key)
          if (typeof member !== 'function') return member
          return function (this: unknown, ...input: unknown[]) {
            if (this !== instance) throw new TypeError(`ports.${name}.${String(key)} was called without its port.`)
            return member.apply(target, input)
          }
        },
      }),
    ]),
  ) as unknown as StorePorts

const rows = Array.from({ length: 5_000 }, (_, index) => ({ month: `month ${index}`, sales: index }))
const sales = defineTool({
  name: 'sales',
  description: 'Sales by month.',
  input: z.object({}),
  output: z.object({ summary: z.string(), rows: artifact(z.array(z.object({ month: z.string(), sales: z.number() }))) }),
  run: () => ({ summary: 'Sales rose.', rows }),
})
const confirmed = defineTool({
  name: 'confirmed',
  description: 'Asks the user.',
  input: z.object({}),
  run: async (_, context) => ((await context.pause({ component: 'confirm', props: { message: 'Continue?' } })) as object) ?? {},
})
const call = (name: string, args = {}) => JSON.stringify({ next_node: name, args })

it.each([
  ['as plain objects', (ports: StorePorts) => ports],
  ['as instances of classes', asInstances],
])('an agent stores runs in memory and artifacts in a folder, with the ports %s', async (_, wrap) => {
  const ports = wrap({ ...createMemoryStore(), artifacts: await fileStore() })
  const table = call('render_component', {
    component: 'datagrid',
    props: { columns: [{ field: 'month' }, { field: 'sales' }], rows: { $artifact: 'sales.rows' } },
  })
  const replies = [call('sales'), table, call('confirmed'), answer('Sales rose.')]
  const stories = [{ name: 'script', match: () => true, reply: () => replies.map((content) => ({ content })) }]
  const harness = await createHarness({ stories, tools: [sales, confirmed], ports, richOutput: { enabled: true }, memory: { lastTurns: 2 } })
  open.push(harness.close)

  const events = await harness.run('How did sales develop?')
  expect(ofType(events, 'artifact_chunk')).toEqual([expect.objectContaining({ chunk: expect.objectContaining({ component: 'datagrid' }) })])
  const question = questionOf(events)
  const answered = await harness.agent.answer({ interaction_id: question.id }, { result: { confirmed: true } }, scope)
  if (answered.status !== 'accepted') throw new Error(answered.status)
  const finish = finishOf(await harness.log(answered.run_id))
  expect(finish.payload.raw_answer).toBe('Sales rose.')

  const reference = JSON.stringify(finish.payload.artifacts)
  const id = /"artifact_id":"([^"]+)"/.exec(reference)?.[1] ?? ''
  expect(await ports.artifacts.page(scope, id, '', 4_998, 10)).toEqual({ items: rows.slice(4_998), offset: 4_998, total: 5_000 })
})
