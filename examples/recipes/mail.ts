// An answer with a report and a table, as the text of a mail. With SMTP_URL it is sent, without it printed.
import { artifact } from '@pf/artifacts/zod'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent, defineTool } from '@pf/planner'
import { toText } from '@pf/registry'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { connectModel } from './connect-model.ts'

const row = z.object({ order: z.string(), days_late: z.int() })
const orders = defineTool({
  name: 'orders',
  description: 'The orders of this week, with the days that each one is late.',
  input: z.object({}),
  output: z.object({ rows: artifact(z.array(row)) }),
  run: () => ({
    rows: [
      { order: 'A-77', days_late: 2 },
      { order: 'A-78', days_late: 0 },
      { order: 'A-79', days_late: 5 },
    ],
  }),
})

const { model, close } = await connectModel('mail')
const agent = createAgent({
  model,
  tools: [orders],
  ports: createMemoryStore(),
  richOutput: { enabled: true, allowlist: ['report', 'datagrid', 'markdown'] },
})

const parts: string[] = []
const components = z.object({ component: z.string(), props: z.unknown() })
for await (const event of agent.run('Report on the orders of this week, with a table of all of them.')) {
  if (event.type === 'artifact_chunk' && event.artifact_type === 'ui_component') {
    const { component, props } = components.parse(event.chunk)
    parts.push(toText(component, props))
  }
  if (event.type === 'finish') parts.push(event.error?.message ?? event.payload.raw_answer)
}

const mail = { from: 'agent@example.com', to: 'ada@example.com', subject: 'Orders of the week', text: parts.join('\n\n') }
const { SMTP_URL } = process.env
if (SMTP_URL) {
  await createTransport(SMTP_URL).sendMail(mail)
  console.log(`Sent to ${mail.to}.`)
} else {
  console.log(`${mail.subject}\n\n${mail.text}`)
}

await agent.close()
await close()
