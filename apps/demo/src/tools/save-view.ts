import { defineTool } from '@pf/planner'
import { z } from 'zod'
import { tables } from '../data/tables.ts'
import type { SavedViews } from './saved-views.ts'

const names = tables.map((table) => table.name)

/** Saves a view; asks the user before it writes, so a model alone changes nothing. */
export function saveView(views: SavedViews) {
  return defineTool({
    name: 'save_view',
    description: 'Saves a view of a table under a name, in the place of one with the same name. Asks the user first.',
    input: z.object({ name: z.string().min(1).max(80), table: z.enum(names), view: z.enum(['chart', 'table', 'dashboard']) }).strict(),
    output: z.object({ saved: z.boolean(), name: z.string(), views: z.number().int() }),
    sideEffects: 'write',
    idempotent: true,
    async run(view, { owner, pause }) {
      const before = views.list(owner.id)
      const known = before.find(({ name }) => name === view.name)
      const answer = await pause({
        component: 'confirm',
        props: {
          title: known ? 'Replace the saved view?' : 'Save the view?',
          message: known
            ? `“${view.name}” shows the ${known.view} of ${known.table} so far. It is replaced.`
            : `“${view.name}” is added to your saved views. Nothing else changes.`,
          confirmLabel: known ? 'Replace it' : 'Save it',
          cancelLabel: known ? 'Keep the old one' : 'Do not save',
          variant: known ? 'warning' : 'info',
        },
      })
      const saved = answer.status === 'answered' && answer.result.confirmed === true
      return { saved, name: view.name, views: saved ? views.save(owner.id, view) : before.length }
    },
  })
}
