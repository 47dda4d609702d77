import type { JsonObject, SuggestedAction } from '@pf/core'
import { getOwn, isRecord } from '@pf/core/internal'
import { maxWarnings } from '../describe/cap-warnings.ts'
import { toJson } from '../json/to-json.ts'
import { readSource } from '../sources/read-source.ts'
import { readLanguage } from './language.ts'

/** A field as far as it could be read, and whether anything of it was lost. */
export interface ReadField<Value> {
  value: Value
  lost: boolean
}

const max = { route: 80, warning: 300, warnings: maxWarnings, actions: 20, label: 200, action_id: 200 }

const isAbsent = (value: unknown): boolean => value === undefined || value === null

/** A field whose absence is no fault. */
function optional<Value>(value: unknown, none: Value, read: (value: unknown) => Value | undefined): ReadField<Value> {
  if (isAbsent(value)) return { value: none, lost: false }
  const found = read(value)
  return found === undefined ? { value: none, lost: true } : { value: found, lost: false }
}

/** A list of which bad items are left out. */
function items<Item>(value: unknown, limit: number, read: (item: unknown) => Item | undefined): ReadField<Item[]> {
  if (isAbsent(value)) return { value: [], lost: false }
  if (!Array.isArray(value)) return { value: [], lost: true }
  const found = value.slice(0, limit).flatMap((item) => read(item) ?? [])
  return { value: found, lost: found.length < value.length }
}

function readText(value: unknown, limit: number): string | undefined {
  const text = typeof value === 'string' ? value.trim().toWellFormed() : ''
  return text === '' || text.length > limit ? undefined : text
}

export const readConfidence = (value: unknown): ReadField<number | null> =>
  optional<number | null>(value, null, (given) => (typeof given === 'number' && given >= 0 && given <= 1 ? given : undefined))

export const readRoute = (value: unknown): ReadField<string | null> => optional<string | null>(value, null, (given) => readText(given, max.route))

export const readLanguageField = (value: unknown): ReadField<string | null> => optional<string | null>(value, null, readLanguage)

export const readFollowup = (value: unknown): ReadField<boolean> => optional(value, false, (given) => (typeof given === 'boolean' ? given : undefined))

export const readExtra = (value: unknown): ReadField<JsonObject> =>
  optional<JsonObject>(value, {}, (given) => (isRecord(given) ? (toJson(given) as JsonObject) : undefined))

export const readWarnings = (value: unknown): ReadField<string[]> =>
  items(typeof value === 'string' ? [value] : value, max.warnings, (item) => readText(item, max.warning))

/** Sources as given, each checked; the caller merges them. */
export const readSources = (value: unknown): ReadField<unknown[]> => items(value, 1_000, (item) => readSource(item))

export const readActions = (value: unknown): ReadField<SuggestedAction[]> => items(value, max.actions, readAction)

function readAction(value: unknown): SuggestedAction | undefined {
  if (!isRecord(value)) return undefined
  const action_id = readText(getOwn(value, 'action_id'), max.action_id)
  const label = readText(getOwn(value, 'label'), max.label)
  const params = getOwn(value, 'params') ?? {}
  if (action_id === undefined || label === undefined || !isRecord(params)) return undefined
  return { action_id, label, params: toJson(params) as JsonObject }
}
