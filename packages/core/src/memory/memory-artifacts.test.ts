import { describe, expect, it } from 'vitest'
import { PfError } from '../errors/pf-error.ts'
import { createMemoryStore } from './create-memory-store.ts'

const ada = { owner: { id: 'ada' } }
const bob = { owner: { id: 'bob' } }
const meta = { media_type: 'text/csv', source_tool: 'tool', run_id: 'r' }
const bytesOf = (length: number, fill = 65) => new Uint8Array(length).fill(fill)

async function read(body: AsyncIterable<Uint8Array> | undefined): Promise<number[]> {
  const all: number[] = []
  for await (const piece of body ?? []) all.push(...piece)
  return all
}

describe('createMemoryStore, artifacts', () => {
  it('holds what an owner may take: refused above it, free again after removing, replacing counts once', async () => {
    const { artifacts } = createMemoryStore({ maxOwnerBytes: 1_000 })
    const first = await artifacts.put(ada, bytesOf(600), meta)
    await expect(artifacts.put(ada, bytesOf(401), meta)).rejects.toThrow(/raise maxOwnerBytes/)
    await expect(artifacts.put(ada, bytesOf(401), meta)).rejects.toThrow(PfError)
    await artifacts.put(ada, bytesOf(1_000), { ...meta, artifact_id: first.artifact_id })
    await artifacts.put(bob, bytesOf(1_000), meta)
    await artifacts.delete(ada, first.artifact_id)
    expect((await artifacts.put(ada, bytesOf(1_000), meta)).bytes).toBe(1_000)
  })

  it('forgets artifacts after their time, makes room of them, and gc counts them', async () => {
    let now = 1_000
    const { artifacts } = createMemoryStore({ now: () => now, artifactTtlMs: 500, maxOwnerBytes: 1_000 })
    const { artifact_id } = await artifacts.put(ada, bytesOf(900), { ...meta, media_type: 'application/json' })
    now = 1_499
    expect(await artifacts.head(ada, artifact_id)).toMatchObject({ bytes: 900 })
    now = 1_500
    expect([await artifacts.head(ada, artifact_id), await artifacts.get(ada, artifact_id), await artifacts.page(ada, artifact_id, '', 0, 1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    await artifacts.put(bob, bytesOf(10), meta)
    await artifacts.put(ada, bytesOf(900), meta)
    now = 2_000
    expect(await artifacts.gc(0)).toBe(2)
  })

  it('packs texts and gives them back whole and by range; rows and pictures stay as they are', async () => {
    const { artifacts } = createMemoryStore({ gzip: true })
    const text = new TextEncoder().encode('a,b\n1,2\n'.repeat(20_000))
    const { artifact_id, bytes } = await artifacts.put(ada, text, meta)
    expect(bytes).toBe(text.byteLength)
    expect(await read((await artifacts.get(ada, artifact_id))?.body)).toEqual([...text])
    expect(await read((await artifacts.get(ada, artifact_id, { start: 2, end: 5 }))?.body)).toEqual([...text.slice(2, 6)])
    const rows = await artifacts.put(ada, new TextEncoder().encode('[1,2,3]'), { ...meta, media_type: 'application/json' })
    expect(await artifacts.page(ada, rows.artifact_id, '', 1, 1)).toEqual({ items: [2], offset: 1, total: 3 })
  })
})
