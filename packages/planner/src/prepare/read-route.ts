import { isRecord } from '@pf/core'
import type { ReasoningEffort } from '../model/model.ts'

const efforts: readonly ReasoningEffort[] = ['low', 'medium', 'high']

/** What a router said, as far as it makes sense: an effort, and one of the names. */
export function readRoute(text: string, names: readonly string[]): { effort?: ReasoningEffort; model?: string } {
  const said = objectIn(text)
  const effort = efforts.find((word) => word === wordOf(said ? said.effort : text))
  const model = names.find((name) => said && typeof said.model === 'string' && name.toLowerCase() === said.model.trim().toLowerCase())
  return { ...(effort ? { effort } : {}), ...(model === undefined ? {} : { model }) }
}

const wordOf = (value: unknown) =>
  typeof value === 'string'
    ? value
        .slice(0, 100)
        .trim()
        .replace(/^["'`]|["'`.]+$/g, '')
        .toLowerCase()
    : ''

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
    return isRecord(value) ? { effort: own(value, 'effort'), model: own(value, 'model') } : undefined
  } catch {
    return undefined
  }
}

const own = (value: Record<string, unknown>, key: string) => (Object.hasOwn(value, key) ? value[key] : undefined)
