// The model writes a document and talks about it in the same reply. The document becomes final when the user confirms a version of it.
import { createMemoryStore } from '@pf/core/memory'
import { createDrafts } from '@pf/planner'
import { connectModel } from './connect-model.ts'

const { model, close } = await connectModel('draft')
const drafts = createDrafts({ model, ports: createMemoryStore() })
const scope = { owner: { id: 'ada' } }

/** Prints both parts of a reply while they arrive, as a page shows them in two panels. */
async function show(run_id: string) {
  let shown = ''
  for await (const event of (await drafts.attach(run_id, 0, { scope })) ?? []) {
    if (event.type === 'finish') break
    if (event.type !== 'draft_delta') continue
    if (event.block !== shown) process.stdout.write(event.block === 'artifact' ? '\n[document] ' : '\n[chat] ')
    shown = event.block
    process.stdout.write(event.text)
  }
  console.log()
}

const { draft_id, run_id } = await drafts.create({ message: 'Write to the team: the office is closed on Friday.' }, scope)
await show(run_id)

const change = await drafts.change(draft_id, 'Make it shorter.', scope)
if (change.status === 'started') await show(change.run_id)

const draft = await drafts.get(draft_id, scope)
const confirmed = draft && (await drafts.confirm(draft_id, draft.version, scope))
console.log(`\nConfirmed version ${draft?.version}: ${confirmed?.status}`)
console.log(`Final text: ${(await drafts.get(draft_id, scope))?.artifact_final_text}`)

await drafts.close()
await close()
