import { type FaultOptions, faultOptionIssues } from './fault-options.ts'

/** A fault by name with its options. */
export interface FaultChoice {
  name: string
  options: FaultOptions
}

/** Reads `name` or `name?option=value&…`, as it stands in the header or after `#` in a model name. */
export function parseFault(text: string): FaultChoice | { issues: string[] } {
  const [name = '', query = ''] = text.trim().split('?', 2)
  const options = Object.fromEntries([...new URLSearchParams(query)].map(([key, value]) => [key, key === 'param' ? value : toNumber(value)]))
  const issues = faultOptionIssues(options)
  return issues.length > 0 ? { issues } : { name, options }
}

const toNumber = (value: string) => (/^\d{1,10}$/.test(value) ? Number(value) : Number.NaN)
