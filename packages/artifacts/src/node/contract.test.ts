import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore } from '@pf/core/memory'
import { artifactStoreContract } from '@pf/testing/contracts'
import { describe, it } from 'vitest'
import { createFileStore } from './create-file-store.ts'

async function ports(gzip: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'pf-store-'))
  return { ...createMemoryStore(), artifacts: createFileStore({ folder, gzip }), close: () => rm(folder, { recursive: true }) }
}

for (const gzip of [true, false]) {
  describe(`file store, artifactStoreContract, ${gzip ? 'packed' : 'plain'}`, () => {
    for (const { name, run } of artifactStoreContract(() => ports(gzip))) it(name, run)
  })
}

describe('file store with detached methods, artifactStoreContract', () => {
  const detached = async () => {
    const { artifacts, ...rest } = await ports(false)
    const { put, head, get, page, delete: remove, gc } = artifacts
    return { ...rest, artifacts: { put, head, get, page, delete: remove, gc } }
  }
  for (const { name, run } of artifactStoreContract(detached)) it(name, run)
})
