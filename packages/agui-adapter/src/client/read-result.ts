import { PfError } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { readJson } from './failure.ts'

/** What a field of an answer is at least. */
type Kind = 'boolean' | 'number' | 'string' | 'list'

const kinds = {
  boolean: (value) => typeof value === 'boolean',
  number: (value) => Number.isFinite(value),
  string: (value) => typeof value === 'string' && value !== '',
  list: Array.isArray,
} satisfies Record<Kind, (value: unknown) => boolean>

/** A JSON answer with these fields. Throws PfError: the server's refusal, `network`, or `protocol` for what is no such answer. */
export async function readResult<T extends object>(asked: Promise<Response>, fields: { [K in keyof T]?: Kind }): Promise<T> {
  const body = await readJson(asked)
  if (isRecord(body) && Object.entries<Kind | undefined>(fields).every(([name, kind]) => kind && Object.hasOwn(body, name) && kinds[kind](body[name])))
    return body as T
  throw new PfError('protocol', 'The server answered with something else than was asked for. Check the address of the server.')
}
