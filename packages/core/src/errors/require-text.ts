import { PfError } from './pf-error.ts'

/** Stops what is no string before it is shown as "null" or "[object Object]"; `name` stands in the message. Throws PfError `invalid_input`. */
export function requireText(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') throw new PfError('invalid_input', `${name} must be a string. Leave out a piece without text.`)
}
