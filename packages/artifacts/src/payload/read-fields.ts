import type { JsonObject, SuggestedAction } from '@pf/core'
import { getOwn, isRecord } from '@pf/core/internal'
import { maxWarnings } from '../describe/cap-warnings.ts'
import { toJson } from '../json/to-json.ts'
import { readSource } from '../sources/read-source.ts'

const codes =
  'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
const known = new Set(codes.split(' '))
const former: Record<string, string> = { iw: 'he', in: 'id', ji: 'yi', mo: 'ro', sh: 'sr', fil: 'tl', cmn: 'zh', yue: 'zh' }

/** Returns the ISO 639-1 code of a language given as such, as ISO 639-2 or as a BCP 47 tag (`pt-BR`, `zh_Hant`, `deu`); undefined if it is not a language. */
export function readLanguage(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined
  const tag = value.trim().replaceAll('_', '-').toLowerCase()
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/.test(tag)) return undefined
  const primary = tag.split('-')[0] ?? ''
  const code = primary.length === 2 ? primary : canonical(primary)
  const current = Object.hasOwn(former, code) ? (former[code] ?? code) : code
  return known.has(current) ? current : undefined
}

function canonical(primary: string): string {
  try {
    return Intl.getCanonicalLocales(primary)[0]?.split('-')[0] ?? primary
  } catch {
    return primary
  }
}

/** A field as far as it could be read, and whether any of it was lost. */
export interface ReadField<Value> {
  value: Value
  lost: boolean
}

const max = { route: 80, warning: 300, warnings: maxWarnings, actions: 20, label: 200, action_id: 200 }

const isAbsent = (value: unknown): boolean => value === undefined || value === null

/** Reads a field that may be absent. */
function optional<Value>(value: unknown, none: Value, read: (value: unknown) => Value | undefined): ReadField<Value> {
  if (isAbsent(value)) return { value: none, lost: false }
  const found = read(value)
  return found === undefined ? { value: none, lost: true } : { value: found, lost: false }
}

/** Reads a list and omits invalid items. */
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

/** Reads sources in their order and validates each; the caller merges them. */
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
