// A weak model writes Python, prose and broken JSON. The agent repairs what is certain, and asks again for what is not.
import { createMemoryStore } from '@pf/core/memory'
import { createAgent, defineTool } from '@pf/planner'
import { z } from 'zod'
import { connectModel } from './connect-model.ts'

const stock = defineTool({
  name: 'stock',
  description: 'Number of pieces of an item in a warehouse, or in all of them.',
  input: z.object({ item: z.string(), warehouse: z.string().nullable() }),
  run: ({ item }) => ({ item, pieces: 14 }),
})

const { model, close } = await connectModel('repair')
const agent = createAgent({
  model,
  tools: [stock],
  ports: createMemoryStore(),
  limits: { repairAttempts: 3 }, // how often invalid output is requested again
  hooks: { onModelResponse: ({ text }) => console.log(`\nThe model wrote ${JSON.stringify(text)}`) },
})

for await (const event of agent.run(process.argv.slice(2).join(' ') || 'How many lamps do we have?')) {
  if (event.type === 'repair') console.log(`→ is no action, so the model is asked again`)
  if (event.type === 'tool_call_args') console.log(`→ the tool runs with ${event.delta}`)
  if (event.type === 'tool_call_result') console.log(`→ and returns ${event.content}`)
  if (event.type === 'finish') console.log(`→ the user reads ${JSON.stringify(event.error?.message ?? event.payload.raw_answer)}`)
}

await agent.close()
await close()
