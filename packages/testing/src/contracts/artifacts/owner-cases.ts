import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { ArtifactStore, Scope } from '@pf/core'
import { collect } from '../support/collect.ts'
import { someScope } from '../support/open-run.ts'
import type { CaseTable } from '../support/to-cases.ts'
import { putArtifact } from './put-artifact.ts'

function listOf(artifacts: ArtifactStore, scope: Scope) {
  ok(artifacts.list, 'The store does not list artifacts.')
  return collect(artifacts.list(scope), 'the end of a list')
}

async function removeAll(artifacts: ArtifactStore, scope: Scope): Promise<number> {
  ok(artifacts.deleteOwner, 'The store does not remove the artifacts of an owner.')
  return artifacts.deleteOwner(scope)
}

const ids = (metas: { artifact_id: string }[]) => metas.map(({ artifact_id }) => artifact_id).toSorted()

/** Artifacts of one owner as a whole. */
export const ownerArtifactCases: CaseTable = {
  'the artifacts of an owner are listed once each, with their meta data, and those of others are not': async ({ ports: { artifacts }, scope }) => {
    deepStrictEqual(await listOf(artifacts, scope), [])
    const stored = [await putArtifact(artifacts, scope, '[1]'), await putArtifact(artifacts, scope, '[1]'), await putArtifact(artifacts, scope, '[2]')]
    await putArtifact(artifacts, scope, '[3]', { artifact_id: stored[0]?.artifact_id ?? '' })
    await putArtifact(artifacts, someScope(), '[1]')
    await putArtifact(artifacts, { owner: { ...scope.owner, tenant: 't' } }, '[1]')
    const listed = await listOf(artifacts, scope)
    deepStrictEqual(ids(listed), ids(stored))
    for (const meta of listed) deepStrictEqual(await artifacts.head(scope, meta.artifact_id), meta)
    await artifacts.delete(scope, stored[1]?.artifact_id ?? '')
    strictEqual((await listOf(artifacts, scope)).length, 2)
  },
  'the artifacts of an owner are removed, and others keep theirs, also those with equal bytes': async ({ ports: { artifacts }, scope }) => {
    const others = [someScope(), { owner: { ...scope.owner, tenant: 't' } }]
    const text = 'The same text. '.repeat(1_000)
    for (const each of [scope, ...others]) await putArtifact(artifacts, each, text, { artifact_id: 'text', media_type: 'text/plain' })
    await putArtifact(artifacts, scope, '[1]')
    strictEqual(await removeAll(artifacts, scope), 2)
    deepStrictEqual(await listOf(artifacts, scope), [])
    strictEqual(await artifacts.get(scope, 'text'), undefined)
    for (const other of others) {
      const found = await artifacts.get(other, 'text')
      ok(found)
      strictEqual(Buffer.concat(await collect(found.body)).toString(), text)
    }
    strictEqual(await removeAll(artifacts, scope), 0)
  },
  'an owner whose artifacts were removed stores others': async ({ ports: { artifacts }, scope }) => {
    await putArtifact(artifacts, scope, '[1]', { artifact_id: 'a' })
    await removeAll(artifacts, scope)
    await putArtifact(artifacts, scope, '[2]', { artifact_id: 'a' })
    deepStrictEqual((await artifacts.page(scope, 'a', '', 0, 9))?.items, [2])
    deepStrictEqual(ids(await listOf(artifacts, scope)), ['a'])
  },
}
