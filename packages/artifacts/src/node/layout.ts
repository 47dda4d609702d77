import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Scope } from '@pf/core'

/** Encoding of bytes on the disk. */
export type Encoding = 'identity' | 'gzip'

/** Paths of all files. No name from outside becomes part of a path. */
export interface Layout {
  /** Folder of writes in progress. */
  readonly drafts: string
  readonly pool: string
  readonly owners: string
  owner(scope: Scope): string
  /** Path of the record of an artifact, which exists exactly as long as the artifact. */
  record(scope: Scope, artifact_id: string): string
  /** Path of the artifact's own name for its bytes. */
  body(record: string, content: Content): string
  /** Path of the name that all artifacts with these bytes share. */
  pooled(content: Content): string
}

/** Identifies bytes and their encoding. */
export interface Content {
  sha256: string
  encoding: Encoding
}

/** Creates the paths of a store in `folder`. */
export function layoutOf(folder: string): Layout {
  const owners = join(folder, 'owners')
  const pool = join(folder, 'pool')
  const owner = (scope: Scope) => join(owners, ownerName(scope))
  return {
    drafts: join(folder, 'drafts'),
    pool,
    owners,
    owner,
    record: (scope, artifact_id) => join(owner(scope), `${nameOf(artifact_id)}${recordEnd}`),
    body: (record, content) => `${record.slice(0, -recordEnd.length)}.${fileOf(content)}`,
    pooled: (content) => join(pool, content.sha256.slice(0, 2), fileOf(content)),
  }
}

/** File extension of records. */
export const recordEnd = '.json'

const fileOf = ({ sha256, encoding }: Content) => (encoding === 'gzip' ? `${sha256}.gz` : sha256)

/** Returns a name for an owner that does not reveal the owner. */
export const ownerName = ({ owner }: Scope) => nameOf([owner.id, owner.tenant ?? null])

/** Returns a name for a value. JSON distinguishes values that UTF-8 does not: lone surrogates, tenant and no tenant. */
export const nameOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40)
