import { PfError } from '@pf/core'

/** Returns the number of a flag. Throws PfError `invalid_config` for other texts. */
export function readNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0) throw new PfError('invalid_config', `${flag} must be a number above 0.`)
  return value
}
