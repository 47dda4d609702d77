// Puts increasingly larger artifacts in a process with a limit on the size of files, and prints the result of each.
import { PfError } from '@pf/core'
import { createFileStore } from '../create-file-store.ts'

const [folder = ''] = process.argv.slice(2)
const store = createFileStore({ folder, gzip: false })
const scope = { owner: { id: 'ann' } }
for (const kilobytes of [1, 4, 100, 400]) {
  const artifact_id = `a${kilobytes}`
  const meta = { artifact_id, media_type: 'text/plain', source_tool: 't', run_id: 'r' }
  const outcome = await store.put(scope, Buffer.alloc(kilobytes * 1024, 'x'), meta).then(
    () => 'stored',
    (thrown: unknown) => (PfError.isInstance(thrown) ? `${thrown.code}: ${thrown.message}` : 'something else'),
  )
  const found = await store.head(scope, artifact_id)
  process.stdout.write(`${JSON.stringify({ artifact_id, outcome, found: found?.bytes ?? null })}\n`)
}
