// A tool asks with a form. The run ends as paused, and another process could continue it: all that it needs is in the database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { createAgent, defineTool } from '@pf/planner'
import { createSqliteStore } from '@pf/store-sqlite'
import { z } from 'zod'
import { connectModel } from './connect-model.ts'

const bookTable = defineTool({
  name: 'book_table',
  description: 'Books a table in a restaurant. It asks the user for the number of guests.',
  input: z.object({ restaurant: z.string() }),
  run: async ({ restaurant }, context) => {
    const fields = [{ name: 'guests', type: 'number', label: 'Guests', required: true, validation: { min: 1, max: 12 } }]
    const answer = await context.pause({ component: 'form', props: { title: `A table at ${restaurant}`, fields } })
    return answer.status === 'answered' ? { booked: true, ...answer.result } : { booked: false }
  },
})

const folder = await mkdtemp(join(tmpdir(), 'pf-form-'))
const { model, close } = await connectModel('form')
const scope = { owner: { id: 'ada' } }

/** Opens the database and an agent over it, as each start of a server does. */
async function start() {
  const ports = await createSqliteStore({ file: join(folder, 'pf.sqlite') })
  const agent = createAgent({ model, tools: [bookTable], ports, richOutput: { enabled: true, allowlist: ['form'] } })
  const stop = async () => {
    await agent.close()
    await ports.close()
  }
  return { agent, stop }
}

const first = await start()
const run = first.agent.run('Book me a table at Harbour.', { owner: scope.owner })
for await (const event of run) if (event.type === 'finish') console.log(`The run has ended: ${event.reason}.`)
await first.stop()
console.log('The server has stopped, and starts again.')

const second = await start()
const [question] = (await second.agent.thread(run.threadId, scope))?.pending ?? []
if (question) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const guests = Number(await terminal.question(`${question.props.title}. Guests? `))
  terminal.close()
  const answered = await second.agent.answer({ interaction_id: question.id }, { result: { guests } }, scope)
  console.log(`\nThe answer is ${answered.status}.`, 'issues' in answered ? answered.issues : '')
  if (answered.status === 'accepted')
    for await (const event of (await second.agent.attach(answered.run_id, 0, { scope })) ?? []) {
      if (event.type !== 'finish' || event.reason === 'paused') continue
      console.log(event.error?.message ?? event.payload.raw_answer)
      break
    }
}
await second.stop()
await close()
await rm(folder, { recursive: true })
