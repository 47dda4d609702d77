import { appendFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { defineTool } from '@pf/planner'
import { z } from 'zod'

/** Milliseconds that a call takes, so that processes are killed in the middle of calls. */
const [chargeMs, lookupMs] = [250, 100]

/** A tool that must not run twice. It records each execution in the ledger before anything can tell the planner about it. */
const charge = (ledger: string) =>
  defineTool({
    name: 'charge',
    description: 'Charges an order.',
    input: z.object({ order: z.string() }),
    idempotent: false,
    run: async ({ order }) => {
      appendFileSync(ledger, `${order}\n`)
      await setTimeout(chargeMs)
      return { charged: order }
    },
  })

/** A tool that may run any number of times. */
const lookup = defineTool({
  name: 'lookup',
  description: 'Looks up a price.',
  input: z.object({ item: z.number() }),
  idempotent: true,
  run: async ({ item }) => {
    await setTimeout(lookupMs)
    return { item, price: item * 10 }
  },
})

export const createTools = (ledger: string) => [charge(ledger), lookup]
