import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Scope } from '@pf/core'

/** How bytes lie on the disk. */
export type Encoding = 'identity' | 'gzip'

/** Where everything lies; no name that comes from outside becomes part of a path. */
export interface Layout {
  /** Writes in progress. */
  readonly drafts: string
  readonly pool: string
  readonly owners: string
  owner(scope: Scope): string
  /** The record of an artifact. It exists exactly while the artifact does. */
  record(scope: Scope, artifact_id: string): string
  /** The artifact's own name for its bytes. */
  body(record: string, content: Content): string
  /** The name that all artifacts with these bytes share. */
  pooled(content: Content): string
}

/** Which bytes, and how they are written. */
export interface Content {
  sha256: string
  encoding: Encoding
}

/** The files of a store in `folder`. */
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

/** How the name of a record ends. */
export const recordEnd = '.json'

const fileOf = ({ sha256, encoding }: Content) => (encoding === 'gzip' ? `${sha256}.gz` : sha256)

/** A name for an owner that does not show who it is. */
export const ownerName = ({ owner }: Scope) => nameOf([owner.id, owner.tenant ?? null])

/** JSON tells apart what UTF-8 does not: halves of surrogate pairs, tenant and no tenant. */
export const nameOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40)
