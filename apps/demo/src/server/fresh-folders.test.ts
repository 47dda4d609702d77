import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteStore } from '@pf/store-sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileOf, makeFreshFolder, removeOldFreshFolders } from './fresh-folders.ts'

const day = 86_400_000
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pf-fresh-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Makes a folder look as old as `days`. */
function age(folder: string, days: number) {
  const then = new Date(Date.now() - days * day)
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), then, then)
  utimesSync(folder, then, then)
}

async function makeUsed(days: number, { open = false } = {}) {
  const folder = makeFreshFolder(root)
  const store = await createSqliteStore({ file: fileOf(folder) })
  if (!open) await store.close()
  age(folder, days)
  return { folder, store }
}

it('folders of --fresh are removed a week after their last change, and those in use are kept', async () => {
  const old = await makeUsed(8)
  const recent = await makeUsed(6)
  const open = await makeUsed(8, { open: true })
  const empty = makeFreshFolder(root)
  age(empty, 8)
  await removeOldFreshFolders(root, Date.now())
  expect([old, recent, open].map(({ folder }) => existsSync(folder))).toEqual([false, true, true])
  expect(existsSync(empty)).toBe(false)
  await open.store.close()
})

it('nothing else in the folder is touched, and neither is a file that cannot be opened', async () => {
  const others = ['artifacts', 'fresh-', 'fresh-start', 'fresh-of mine', 'fresh-abcdefg'].map((name) => join(root, name))
  for (const folder of others) mkdirSync(folder)
  writeFileSync(join(root, 'fresh-abcdef'), 'a file')
  const mine = makeFreshFolder(root)
  writeFileSync(join(mine, 'notes.txt'), 'mine')
  const foreign = makeFreshFolder(root)
  writeFileSync(fileOf(foreign), 'no database, but long enough to be read as one'.repeat(50))
  for (const folder of [...others, mine, foreign]) age(folder, 100)
  await removeOldFreshFolders(root, Date.now())
  expect([...others, mine, join(root, 'fresh-abcdef'), fileOf(foreign)].every((path) => existsSync(path))).toBe(true)
})
