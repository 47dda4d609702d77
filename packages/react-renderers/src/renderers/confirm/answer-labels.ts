import type { JsonObject } from '@pf/core'
import type { confirmMessages } from '../../messages/confirm.ts'
import { plainText } from '../../text/plain-text.ts'

const YES = new Set(['yes', 'ok', 'okay', 'confirm', 'continue', 'proceed', 'accept', 'allow', 'approve', 'agree'])
const NO = new Set(['no', 'cancel', 'stop', 'back', 'abort', 'deny', 'decline', 'reject', 'keep', 'dismiss', 'close', 'not now', 'never mind'])
const bare = (label: string) =>
  label
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim()

/** What the two buttons say. Labels that say the opposite of what their button does, or both the same, are replaced by plain ones. */
export function answerLabels(props: JsonObject, messages: Pick<typeof confirmMessages, 'confirm' | 'cancel'>): { yes: string; no: string } {
  const yes = read(props.confirmLabel) || messages.confirm
  const no = read(props.cancelLabel) || messages.cancel
  const misleads = NO.has(bare(yes)) || YES.has(bare(no)) || bare(yes) === bare(no)
  return misleads ? { yes: messages.confirm, no: messages.cancel } : { yes, no }
}

const read = (value: unknown) => (typeof value === 'string' ? plainText(value, 100) : '')
