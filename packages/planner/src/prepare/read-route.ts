import { readObject } from '@pf/core/internal'
import type { ReasoningEffort } from '../model/model.ts'

const efforts: readonly ReasoningEffort[] = ['low', 'medium', 'high']

/** What a router said, as far as it makes sense: an effort, and one of the names. */
export function readRoute(text: string, names: readonly string[]): { effort?: ReasoningEffort; model?: string } {
  const object = readObject(text, (found) => Object.hasOwn(found, 'effort') || Object.hasOwn(found, 'model'))
  const said = object && { effort: own(object, 'effort'), model: own(object, 'model') }
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

const own = (value: Record<string, unknown>, key: string) => (Object.hasOwn(value, key) ? value[key] : undefined)
