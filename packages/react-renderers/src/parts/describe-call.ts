import { isRecord } from '@pf/core/internal'
import type { ToolCallState } from '../store/model/types.ts'
import { plainText } from '../text/plain-text.ts'

const LIMIT = 90
const TOO_LONG = 100_000

/** What a call was asked, in a few words out of its arguments; '' while they are incomplete. */
export function describeCall(call: Pick<ToolCallState, 'name' | 'args'>): string {
  const args = call.args.length > TOO_LONG ? undefined : parsed(call.args)
  if (!args) return ''
  if (call.name === 'render_component') return plainText([args.component, args.title].filter((word) => typeof word === 'string').join(', '), LIMIT)
  const words = Object.values(args).flatMap((value) => (['string', 'number', 'boolean'].includes(typeof value) ? [String(value)] : []))
  return plainText(words.join(', '), LIMIT)
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
