import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileStore } from './create-file-store.ts'
import { layoutOf } from './layout.ts'
import { filesIn, recordsIn } from './remove-files.ts'

const scope = { owner: { id: 'ann' } }
const script = (name: string) => fileURLToPath(new URL(`./test-support/${name}`, import.meta.url))
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pf-store-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs a writer until it has put `lines` artifacts and a little more, then kills it without warning. */
async function writeAndKill(seed: number, lines: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--conditions=pf-source', script('write-forever.ts'), folder, String(seed)])
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
    if (text.split('\n').length > lines) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return text.split('\n').slice(0, -1)
}

async function shaOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of body) hash.update(piece)
  return hash.digest('hex')
}

describe('a writer that is killed', () => {
  it('leaves only whole artifacts, and all those that it had confirmed', async () => {
    const store = createFileStore({ folder, leftoverMs: 0 })
    const confirmed = new Map<string, string>()
    for (let round = 0; round < 6; round++) {
      for (const line of await writeAndKill(round, 1 + round * 9)) confirmed.set(line.split(' ')[0] ?? '', line.split(' ')[1] ?? '')
      let found = 0
      for await (const { record } of recordsIn(layoutOf(folder).owner(scope))) {
        const got = await store.get(scope, record.meta.artifact_id)
        expect(got && (await shaOf(got.body))).toBe(record.meta.sha256)
        found++
      }
      expect(found).toBeGreaterThanOrEqual(confirmed.size)
      // Bytes that are written again may be newer than the reported ones, but are complete in either case.
      for (const [id, sha] of confirmed) if (id.startsWith('new')) expect((await store.head(scope, id))?.sha256).toBe(sha)
    }
    await store.gc(0)
    expect(await leftovers()).toEqual([])
    expect(await store.gc(Number.MAX_SAFE_INTEGER)).toBeGreaterThanOrEqual(confirmed.size)
    expect(await everyFile()).toEqual([])
  }, 60_000)
})

async function everyFile(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Returns drafts, and bytes with only one remaining name. */
async function leftovers(): Promise<string[]> {
  const { drafts, pool } = layoutOf(folder)
  const lonely: string[] = []
  for (const inside of await filesIn(pool)) for (const path of await filesIn(inside)) if ((await stat(path)).nlink === 1) lonely.push(path)
  return [...(await filesIn(drafts)), ...lonely]
}

describe('a disk that takes no more', () => {
  it('is reported as store_failed without a path, and nothing half-written is served or kept', async () => {
    // A limit on the size of files makes a write fail midway, like a full disk.
    const child = spawn('bash', ['-c', `ulimit -f 64; exec "$0" --conditions=pf-source "$1" "$2"`, process.execPath, script('put-until-full.ts'), folder])
    const pieces: string[] = []
    const errors: string[] = []
    child.stdout.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece))
    child.stderr.setEncoding('utf8').on('data', (piece: string) => errors.push(piece))
    const [code] = await once(child, 'close')
    expect({ code, errors }).toEqual({ code: 0, errors: [] })
    const failed = 'store_failed: The file store could not write an artifact (EFBIG).'
    expect(
      pieces
        .join('')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { artifact_id: 'a1', outcome: 'stored', found: 1_024 },
      { artifact_id: 'a4', outcome: 'stored', found: 4_096 },
      { artifact_id: 'a100', outcome: failed, found: null },
      { artifact_id: 'a400', outcome: failed, found: null },
    ])
    expect(await leftovers()).toEqual([])
  }, 90_000)
})
