import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore } from '@pf/core/memory'
import { artifactOwnerContract, artifactStoreContract } from '@pf/testing/contracts'
import { describe, it } from 'vitest'
import { createFileStore } from './create-file-store.ts'

async function ports(gzip: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'pf-store-'))
  return { ...createMemoryStore(), artifacts: createFileStore({ folder, gzip }), close: () => rm(folder, { recursive: true }) }
}

for (const gzip of [true, false]) {
  describe(`file store, artifactStoreContract and artifactOwnerContract, ${gzip ? 'packed' : 'plain'}`, () => {
    for (const { name, run } of [...artifactStoreContract(() => ports(gzip)), ...artifactOwnerContract(() => ports(gzip))]) it(name, run)
  })
}

describe('file store with detached methods, artifactStoreContract and artifactOwnerContract', () => {
  const detached = async () => {
    const { artifacts, ...rest } = await ports(false)
    const { put, head, get, page, delete: remove, gc, list, deleteOwner } = artifacts
    return { ...rest, artifacts: { put, head, get, page, delete: remove, gc, list, deleteOwner } }
  }
  for (const { name, run } of [...artifactStoreContract(detached), ...artifactOwnerContract(detached)]) it(name, run)
})
