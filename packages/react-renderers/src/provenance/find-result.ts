import { type ArtifactPage, formatPointer, type JsonValue, parsePointer, type ResultLocation, type RunClient } from '@pf/core'
import { decodePercent, isRecord, parseJson } from '@pf/core/internal'
import { asReference } from '../data/as-reference.ts'
import type { AssistantTurn } from '../store/model/types.ts'
import { childOf } from './create-lookup.ts'

/** The part of a result that a location names: rows of a list, or an object with a member. */
export type FoundResult =
  | { kind: 'list'; read: (offset: number, limit: number) => Promise<ArtifactPage>; row: number | undefined; field: string | undefined }
  | { kind: 'object'; value: Readonly<Record<string, JsonValue>>; field: string | undefined }

type Client = Pick<RunClient, 'page'>

const maxResultChars = 1_000_000

/**
 * Finds the result of a location: in the data of the payload, in the store through the client, or in the observation of a call as the page
 * received it. Undefined if the page does not have it.
 */
export function findResult(turn: Pick<AssistantTurn, 'payload' | 'toolCalls'>, location: ResultLocation, client: Client | undefined): FoundResult | undefined {
  const tokens = parsePointer(location.path)
  const root = rootOf(turn, location.ref)
  if (!tokens || !root) return undefined
  const { above, row, rest } = splitPath(tokens, location.row)
  const list = resolve(root, above, client)
  if (list) return { kind: 'list', read: list, row, field: rest.length > 0 ? rest.join('/') : undefined }
  if (row !== undefined) return undefined
  const around = descend(root, above)
  if (isRecord(around)) return { kind: 'object', value: around as Record<string, JsonValue>, field: rest[0] }
  const parent = descend(root, above.slice(0, -1))
  return isRecord(parent) ? { kind: 'object', value: parent as Record<string, JsonValue>, field: above.at(-1) } : undefined
}

interface Root {
  value: JsonValue
  path: readonly string[]
}

/** Returns the observation of a call, or the artifacts of a call with the path of a REF below them. */
function rootOf({ payload, toolCalls }: Pick<AssistantTurn, 'payload' | 'toolCalls'>, ref: string): Root | undefined {
  const call = toolCalls.find(({ id }) => id === ref)
  if (call) return call.result === undefined || call.result.length > maxResultChars ? undefined : withValue(parseJson(call.result))
  const [key, ...path] = ref.split('.').map(decodePercent)
  if (key === undefined || path.includes(undefined)) return undefined
  return withValue(childOf(payload?.artifacts, key), path as string[])
}

const withValue = (value: unknown, path: readonly string[] = []): Root | undefined => (value === undefined ? undefined : { value: value as JsonValue, path })

/** Splits a path at its row, or at the `*` of a column. The rest leads to the value in the row. */
function splitPath(tokens: readonly string[], row: number | undefined): { above: readonly string[]; row: number | undefined; rest: readonly string[] } {
  const at = row === undefined ? tokens.indexOf('*') : tokens.lastIndexOf(String(row))
  if (at < 0) return { above: tokens, row: undefined, rest: [] }
  return { above: tokens.slice(0, at), row, rest: tokens.slice(at + 1) }
}

/** Returns a reader for a list in a value, which may be stored. */
function resolve({ value, path }: Root, above: readonly string[], client: Client | undefined) {
  let found: JsonValue | undefined = value
  const tokens = [...path, ...above]
  for (let index = 0; index <= tokens.length; index++) {
    const stored = asReference(found)
    if (stored) {
      const { artifact_id } = stored
      const pointer = stored.path + formatPointer(tokens.slice(index))
      return client && ((offset: number, limit: number) => client.page(artifact_id, pointer, offset, limit))
    }
    if (index < tokens.length) found = childOf(found, tokens[index] ?? '')
  }
  if (!Array.isArray(found)) return undefined
  const items = found
  return async (offset: number, limit: number): Promise<ArtifactPage> => ({ items: items.slice(offset, offset + limit), total: items.length, offset })
}

function descend({ value, path }: Root, above: readonly string[]): JsonValue | undefined {
  return [...path, ...above].reduce<JsonValue | undefined>((found, token) => childOf(found, token), value)
}
