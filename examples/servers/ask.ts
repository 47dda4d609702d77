// A client of AG-UI without anything of pf: asks the server for a chart and prints what it gets.
import { HttpAgent } from '@ag-ui/client'

const agent = new HttpAgent({ url: process.argv[2] ?? 'http://127.0.0.1:4000/agui/agent' })
agent.addMessage({ id: 'question', role: 'user', content: 'Show the sales of 2025 as a chart.' })
await agent.runAgent(
  {},
  {
    onToolCallResultEvent: ({ event }) => console.log(`A tool returned ${event.content}`),
    onActivitySnapshotEvent: ({ event }) => console.log(`The page draws ${JSON.stringify(event.content).slice(0, 100)}…`),
    onTextMessageContentEvent: ({ event }) => void process.stdout.write(event.delta),
    onRunErrorEvent: ({ event }) => console.error(event.message),
  },
)
console.log()
