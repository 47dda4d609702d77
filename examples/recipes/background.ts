// A report is written in the background. Its result is kept from the conversation until a person approves it in the inbox.
import { createInterface } from 'node:readline/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent, defineTool } from '@pf/planner'
import { z } from 'zod'
import { connectModel } from './connect-model.ts'

const tickets = defineTool({
  name: 'tickets',
  description: 'Titles of the tickets of the last days.',
  input: z.object({ days: z.int().min(1).max(31) }),
  run: () => ['Invoice twice', 'Invoice missing', 'Cannot log in'],
})

const { model, close } = await connectModel('background')
const agent = createAgent({ model, tools: [tickets], ports: createMemoryStore(), richOutput: { enabled: true }, tasks: {} })
const scope = { owner: { id: 'ada' } }

// With `schedule: '0 8 * * 1'` it would be written every Monday.
const query = 'Summarize the tickets of the last week in one sentence.'
const task = await agent.tasks?.start({ thread_id: 'reports', name: 'Weekly report', query, merge_strategy: 'HUMAN_GATED' }, scope)
console.log(`Started: ${task?.name}. The conversation could continue here.`)

// A page uses useInbox, which is informed of each change. A script looks from time to time.
const inbox = async () => (await agent.inbox?.(scope)) ?? []
while ((await inbox()).length === 0) await wait(100)
const [item] = await inbox()
console.log(JSON.stringify(item?.props, null, 2))

const terminal = createInterface({ input: process.stdin, output: process.stdout })
const confirmed = (await terminal.question('Add this to the conversation? (y/n) ')).startsWith('y')
terminal.close()
if (item) await agent.answer({ interaction_id: item.interaction_id }, { result: { confirmed } }, scope)

const messages = async () => (await agent.thread('reports', scope))?.messages ?? []
while (confirmed && (await messages()).length === 0) await wait(100)
console.log(`\nThe conversation: ${JSON.stringify((await messages()).map(({ content }) => content))}`)

await agent.close()
await close()
