// Puts artifacts until it is killed; a line `id sha256 bytes` reports each artifact that is stored.
import { createFileStore } from '../create-file-store.ts'

const [folder = '', seed = '0'] = process.argv.slice(2)
const store = createFileStore({ folder })
const scope = { owner: { id: 'ann' } }

async function* pieces(fill: string, count: number) {
  for (let index = 0; index < count; index++) yield Buffer.from(fill.repeat(8_192))
}

for (let at = 0; ; at++) {
  const media_type = at % 2 === 0 ? 'text/plain' : 'application/octet-stream'
  // Some ids are written repeatedly, and some bytes are equal.
  const artifact_id = at % 3 === 0 ? `again-${at % 2}` : `new-${seed}-${at}`
  const meta = { artifact_id, media_type, source_tool: 't', run_id: 'r' }
  const { sha256, bytes } = await store.put(scope, pieces(`${seed}-${at % 5};`, 1 + (at % 17)), meta)
  process.stdout.write(`${artifact_id} ${sha256} ${bytes}\n`)
}
