import { createMemoryStore } from '@pf/core/memory'
import { createAgent } from '@pf/planner'
import { createReplayServer, type Recording } from '@pf/testing/contracts'
import { examples } from './models.ts'

/** One agent for each provider; the recorded server of the provider answers it over a socket. */
for (const [name, { recordings, connect }] of Object.entries(examples)) {
  const server = await createReplayServer(recordings)
  server.play({ recording: recordings.cases['an action'] as Recording })
  const agent = createAgent({ model: connect(server.url), tools: [], ports: createMemoryStore() })
  const run = agent.run('What is the share?')
  let tokens = ''
  for await (const event of run) if (event.type === 'usage') tokens = `${event.input} tokens in, ${event.output} out`
  console.log(`${name}: ${(await run.payload).raw_answer} (${tokens})`)
  await agent.close()
  await server.close()
}
