// The agent that refunds.test.ts tests. It takes its model as an argument, so a test can give it a scripted one.
import { createMemoryStore } from '@pf/core/memory'
import { createAgent, defineTool, type Model } from '@pf/planner'
import { z } from 'zod'

/** Creates an agent that refunds orders. A person has to allow refunds of more than 50 euros. `refund` moves the money. */
export function createRefundAgent(model: Model, refund: (order: string, euros: number) => void) {
  const tool = defineTool({
    name: 'refund',
    description: 'Refunds an order.',
    input: z.object({ order: z.string(), euros: z.number().positive() }),
    run: ({ order, euros }) => {
      refund(order, euros)
      return { refunded: euros }
    },
  })
  const rules = [{ id: 'large', decision: 'ask' as const, tools: ['refund'], amount: { at: '/euros', above: 50 } }]
  return createAgent({ model, tools: [tool], ports: createMemoryStore(), richOutput: { enabled: true }, approvals: { rules } })
}
