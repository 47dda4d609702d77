import type { Database, Queries } from '../database/database.ts'
import { countLeft, removeInSteps, type Selection, type Step, type StepOptions, type StepResult } from './steps.ts'

/** Maximum number of artifacts that one transaction removes, and of bytes, apart from those of its first artifact. */
const artifactsPerStep = 100
const bytesPerStep = 33_554_432

/** Removes artifacts with their bytes, in small transactions. Resolves to their number. */
export function dropArtifacts(database: Database, selection: Selection, options: StepOptions = {}): Promise<number> {
  return removeInSteps(
    {
      limit: artifactsPerStep,
      step: (step) => database.transaction((queries) => dropStep(queries, selection, step)),
      left: (limit) => countLeft(database, 'artifact', selection, limit),
    },
    options,
  )
}

interface DroppedArtifact {
  owner: string
  key: string
  blob: string | null
  bytes: number
}

async function dropStep(queries: Queries, { where, values }: Selection, { limit, lock }: Step): Promise<StepResult> {
  const sql = `SELECT owner, key, blob, bytes::float8 FROM artifact WHERE ${where} LIMIT $1 ${lock}`
  const selected = await queries.rows<DroppedArtifact>(sql, [limit, ...values])
  const artifacts = takeBytes(selected)
  if (artifacts.length === 0) return { removed: 0, more: false }
  const blobs = artifacts.flatMap(({ blob }) => (blob === null ? [] : [blob]))
  await queries.rows('DELETE FROM chunk WHERE blob = ANY ($1::bigint[])', [blobs])
  await queries.rows('DELETE FROM blob WHERE n = ANY ($1::bigint[])', [blobs])
  await queries.rows('DELETE FROM artifact AS a USING unnest($1::text[], $2::text[]) AS gone (owner, key) WHERE a.owner = gone.owner AND a.key = gone.key', [
    artifacts.map(({ owner }) => owner),
    artifacts.map(({ key }) => key),
  ])
  return { removed: artifacts.length, more: selected.length === limit || artifacts.length < selected.length }
}

function takeBytes(artifacts: DroppedArtifact[]): DroppedArtifact[] {
  let sum = 0
  const end = artifacts.findIndex(({ bytes, blob }, index) => {
    sum += blob === null ? 0 : bytes
    return index > 0 && sum > bytesPerStep
  })
  return end < 0 ? artifacts : artifacts.slice(0, end)
}

/** Maximum number of blobs of killed uploads that one statement removes. */
const blobsPerStatement = 10

/** Hours after which an upload that has not ended is considered abandoned. */
export const uploadHours = 24

/** Removes bytes that no artifact keeps, of uploads whose process ended before they were complete. */
export async function dropUnkeptBlobs(database: Database): Promise<void> {
  const sql = `
    WITH old AS (
      DELETE FROM blob WHERE n IN (
        SELECT n FROM blob WHERE NOT kept AND created < clock_timestamp() - interval '${uploadHours} hours' LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING n
    ), chunks AS (DELETE FROM chunk USING old WHERE chunk.blob = old.n)
    SELECT 1 FROM old`
  while ((await database.rows(sql, [blobsPerStatement])).length > 0);
}
