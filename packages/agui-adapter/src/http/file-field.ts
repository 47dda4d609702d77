import type { InteractionRecord } from '@pf/core'
import { isRecord } from '@pf/core/internal'

/** What a form's file field takes. */
export interface FileField {
  maxBytes: number
  /** Media types, `image/*` and endings like `.csv`; empty takes anything. */
  accept: readonly string[]
}

/** The registry's default of a file field. */
const defaultMaxBytes = 10_000_000

/** The file field of a question's form; undefined where it has none of that name. */
export function fileField({ component, props }: InteractionRecord, name: string): FileField | undefined {
  const fields = component === 'form' && Array.isArray(props.fields) ? props.fields : []
  const field = fields.find((one) => isRecord(one) && one.type === 'file' && one.name === name)
  if (!isRecord(field)) return undefined
  const { maxBytes, accept } = isRecord(field.validation) ? field.validation : {}
  return {
    maxBytes: typeof maxBytes === 'number' ? maxBytes : defaultMaxBytes,
    accept: Array.isArray(accept) ? accept.filter((one) => typeof one === 'string') : [],
  }
}

/** True where the field takes a file of this type and name; both are what the sender says. */
export function accepts({ accept }: FileField, { media_type, name }: { media_type: string; name: string }): boolean {
  if (accept.length === 0) return true
  return accept.some((one) => {
    if (one.startsWith('.')) return name.toLowerCase().endsWith(one.toLowerCase())
    return one.endsWith('/*') ? media_type.startsWith(one.slice(0, -1)) : media_type === one.toLowerCase()
  })
}
