import { defineTool } from '@pf/planner'
import { z } from 'zod'
import { tables } from '../data/tables.ts'

const names = tables.map((table) => table.name)

/** Saves a view. The tool asks the user for confirmation before it writes. */
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

/** A saved view of a table. */
interface SavedView {
  name: string
  table: string
  view: 'chart' | 'table' | 'dashboard'
}

/** Saved views by owner, kept in memory. */
interface SavedViews {
  /** Saves a view, replaces one with the same name, and returns the number of views. */
  save(owner_id: string, view: SavedView): number
  list(owner_id: string): readonly SavedView[]
}

const maxViews = 50
const maxOwners = 1_000

/** Creates an empty store. If a limit is reached, the oldest view or the oldest owner is removed. */
export function createSavedViews(): SavedViews {
  const owners = new Map<string, SavedView[]>()
  const list = (owner_id: string) => owners.get(owner_id) ?? []
  return {
    list,
    save(owner_id, view) {
      const views = [...list(owner_id).filter(({ name }) => name !== view.name), view].slice(-maxViews)
      owners.delete(owner_id)
      owners.set(owner_id, views)
      const oldest = owners.size > maxOwners ? owners.keys().next().value : undefined
      if (oldest !== undefined) owners.delete(oldest)
      return views.length
    },
  }
}
