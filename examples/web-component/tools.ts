import { artifact } from '@pf/artifacts/zod'
import { defineTool } from '@pf/planner'
import { z } from 'zod'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun']

/** The rows are an artifact: the page gets them, and the model a reference. */
export const ordersByMonth = defineTool({
  name: 'orders_by_month',
  description: 'The orders of the last six months: the total, and a row {month, orders} for each month.',
  input: z.object({}),
  output: z.object({ total: z.number(), rows: artifact(z.array(z.object({ month: z.string(), orders: z.number() }))) }),
  run: () => {
    const rows = months.map((month, index) => ({ month, orders: 120 + ((index * 37) % 60) }))
    return { total: rows.reduce((sum, { orders }) => sum + orders, 0), rows }
  },
})

/** Asks the user with a form, which pauses the run. */
export const bookTable = defineTool({
  name: 'book_table',
  description: 'Books a table. It asks the user for the number of guests.',
  input: z.object({}),
  run: async (_, context) => {
    const fields = [{ name: 'guests', type: 'number', label: 'Guests', required: true, validation: { min: 1, max: 12 } }]
    const answer = await context.pause({ component: 'form', props: { title: 'A table at Harbour', submitLabel: 'Book the table', fields } })
    return answer.status === 'answered' ? { booked: true, ...answer.result } : { booked: false }
  },
})
