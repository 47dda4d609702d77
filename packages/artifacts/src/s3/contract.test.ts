import { createMemoryStore } from '@pf/core/memory'
import { artifactOwnerContract, artifactStoreContract } from '@pf/testing/contracts'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { createS3Store } from './create-s3-store.ts'
import { credentials, type S3Server, startS3Server } from './test-support/s3-server.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server?.stop())

describe('S3 store, artifactStoreContract and artifactOwnerContract', () => {
  const ports = async () => ({ ...createMemoryStore(), artifacts: createS3Store({ bucketUrl: server.bucketUrl, credentials }) })
  for (const { name, run } of [...artifactStoreContract(ports), ...artifactOwnerContract(ports)]) it(name, run)
})
