import { PfError } from '@pf/core'
import type { ZodError, ZodType } from 'zod'

const maxFaults = 20

/** Returns the issues of a schema as texts of the form `briefs.3.expect.none: …`. */
export function faultsOf({ issues }: ZodError): string[] {
  const texts = issues.map(
    ({ path, message }) => `${path.length === 0 ? 'the value' : path.map((part) => String(part).slice(0, 60)).join('.')}: ${message.slice(0, 200)}`,
  )
  return texts.length > maxFaults ? [...texts.slice(0, maxFaults), `and ${texts.length - maxFaults} more`] : texts
}

/** Returns the value with the type of the schema. Throws PfError `invalid_input`, which names the file and lists the faults. */
export function readAs<Type>(schema: ZodType<Type>, value: unknown, source: string): Type {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const faults = faultsOf(read.error)
  throw new PfError('invalid_input', `${source} is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`, { fields: { faults } })
}
