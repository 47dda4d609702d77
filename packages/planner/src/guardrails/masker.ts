import type { JsonValue } from '@pf/core'
import { parseJson, setOwn } from '@pf/core/internal'
import { findPersonalData, type PersonalDataDetector } from './personal-data.ts'
import type { PlaceholderOf } from './placeholders.ts'

/** A value that was masked. */
export interface MaskedValue {
  placeholder: string
  kind: string
  value: string
}

/** A text without its personal data. */
export interface MaskedText {
  text: string
  values: readonly MaskedValue[]
}

/** Masks the personal data of one thread. */
export interface Masker {
  /** Masks a message. Texts inside JSON that the planner has written are masked one by one, so that it stays JSON. */
  maskContent(content: string): Promise<MaskedText>
  /** Returns a copy of a value with masked texts and keys, except at the given JSON Pointers. */
  maskJson(value: JsonValue, except?: readonly string[]): Promise<JsonValue>
}

/** Numbers from here on may be those of a card. */
const minLongNumber = 1e12
const maxKnown = 2_000

/** Creates a masker. Messages that were masked before are not read again. */
export function createMasker(detectors: readonly PersonalDataDetector[], placeholderOf: PlaceholderOf): Masker {
  const known = new Map<string, MaskedText>()
  const maskText = async (text: string, values: MaskedValue[]): Promise<string> => {
    let masked = ''
    let end = 0
    for (const { kind, value, ...range } of findPersonalData(text, detectors)) {
      const placeholder = await placeholderOf(kind, value)
      values.push({ placeholder, kind, value })
      masked += text.slice(end, range.start) + placeholder
      end = range.end
    }
    return masked + text.slice(end)
  }
  const visit = async (part: JsonValue, values: MaskedValue[], { except, at }: { except: readonly string[]; at: string }): Promise<JsonValue> => {
    if (except.includes(at)) return part
    if (typeof part === 'string') return maskText(part, values)
    if (typeof part === 'number') return Math.abs(part) >= minLongNumber && Number.isSafeInteger(part) ? maskNumber(part, values) : part
    if (typeof part !== 'object' || part === null) return part
    const below = (key: string) => ({ except, at: except.length === 0 ? '' : `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` })
    if (Array.isArray(part)) {
      const items: JsonValue[] = []
      for (const [index, item] of part.entries()) items.push(await visit(item, values, below(String(index))))
      return items
    }
    const copy: Record<string, JsonValue> = {}
    for (const [key, member] of Object.entries(part)) setOwn(copy, await maskText(key, values), await visit(member, values, below(key)))
    return copy
  }
  const maskNumber = async (number: number, values: MaskedValue[]): Promise<JsonValue> => {
    const masked = await maskText(String(number), values)
    return masked === String(number) ? number : masked
  }
  const maskLine = async (line: string, values: MaskedValue[]): Promise<string> => {
    const json = ownJson(line)
    return json === undefined ? maskText(line, values) : JSON.stringify(await visit(json, values, { except: [], at: '' }))
  }
  return {
    async maskContent(content) {
      const before = known.get(content)
      if (before) return before
      const values: MaskedValue[] = []
      const lines = content.split('\n')
      const hasJson = lines.some((line) => ownJson(line) !== undefined)
      const masked: string[] = []
      if (hasJson) for (const line of lines) masked.push(await maskLine(line, values))
      const made = { text: hasJson ? masked.join('\n') : await maskText(content, values), values }
      if (known.size >= maxKnown) known.clear()
      known.set(content, made)
      return made
    },
    maskJson: (value, except = []) => visit(value, [], { except: except.filter((pointer) => pointer !== ''), at: '' }),
  }
}

/** Returns the value of a line that is JSON as JSON.stringify writes it. */
function ownJson(line: string): JsonValue | undefined {
  if (!/^[{[]/.test(line)) return undefined
  const value = parseJson(line) as JsonValue | undefined
  return value !== undefined && JSON.stringify(value) === line ? value : undefined
}
