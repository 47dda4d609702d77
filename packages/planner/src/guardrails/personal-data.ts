import { findCards, findIbans } from './account-numbers.ts'
import { foldText, type TextRange } from './fold-text.ts'
import { findPhones } from './phone-numbers.ts'

/** Finds one kind of personal data. */
export interface PersonalDataDetector {
  /** Name of the kind: a letter, then at most 19 letters and digits, in lower case. It is part of the placeholders and of the audit log. */
  kind: string
  /**
   * Returns the ranges of a text that are personal data. In the text, digits of all scripts are ASCII, and invisible characters are left out. Its
   * time must grow no faster than the length of the text, because the text may come from anybody.
   */
  find(text: string): Iterable<TextRange>
}

/** Kinds with detectors of the planner. */
export type PersonalDataKind = 'email' | 'phone' | 'iban' | 'card'

/** The detectors of the planner. */
export const builtInDetectors: Readonly<Record<PersonalDataKind, PersonalDataDetector>> = {
  iban: { kind: 'iban', find: findIbans },
  card: { kind: 'card', find: findCards },
  email: { kind: 'email', find: findEmails },
  phone: { kind: 'phone', find: findPhones },
}

/** Personal data in a text. */
export interface FoundData extends TextRange {
  kind: string
  value: string
}

/** Returns the personal data of a text in order. Ranges that overlap are joined, with the kind of the first; at the same start the longer one is first. */
export function findPersonalData(text: string, detectors: readonly PersonalDataDetector[]): FoundData[] {
  const folded = foldText(text)
  const ranges = detectors.flatMap(({ kind, find }) => {
    const found: { kind: string; start: number; end: number }[] = []
    for (const { start, end } of find(folded.text)) if (isRange(start, end, folded.text.length)) found.push({ kind, start, end })
    return found
  })
  ranges.sort((left, right) => left.start - right.start || right.end - left.end)
  const joined: typeof ranges = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end)
    else joined.push(range)
  }
  return joined.map(({ kind, start, end }) => {
    const range = { start: folded.startOf(start), end: folded.endOf(end - 1) }
    return { kind, ...range, value: text.slice(range.start, range.end) }
  })
}

function isRange(start: unknown, end: unknown, length: number): boolean {
  if (!Number.isInteger(start) || !Number.isInteger(end) || Number(start) < 0 || Number(end) > length || Number(start) > Number(end))
    throw new RangeError('A detector returned a range that is not in the text.')
  return start !== end
}

const isLocal = (character: string) => /[\p{L}\p{M}\p{N}._%+'-]/u.test(character)
const isDomain = (character: string) => /[\p{L}\p{M}\p{N}.-]/u.test(character)
const isLatin = (character: string) => /\p{Script=Latin}/u.test(character)
/** Beside a Latin letter, an address has letters of no other script, because some scripts write no space before it. */
const isAlike = (character: string, beside: string) => !/\p{L}/u.test(character) || !/\p{L}/u.test(beside) || isLatin(character) === isLatin(beside)
const maxLocal = 64
const maxDomain = 253

/** Finds addresses of e-mail around each `@`. */
function* findEmails(text: string): Generator<TextRange> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > 0 && at - start < maxLocal && isLocal(text.charAt(start - 1)) && isAlike(text.charAt(start - 1), text.charAt(at - 1))) start -= 1
    while (start < at && /[.'%+-]/.test(text.charAt(start))) start += 1
    let end = at + 1
    while (end < text.length && end - at <= maxDomain && isDomain(text.charAt(end)) && isAlike(text.charAt(end), text.charAt(at + 1))) end += 1
    while (end > at + 1 && /[.-]/.test(text.charAt(end - 1))) end -= 1
    const domain = text.slice(at + 1, end)
    const top = domain.slice(domain.lastIndexOf('.') + 1)
    if (start < at && domain.length > top.length + 1 && /^\p{L}[\p{L}\p{N}-]+$/u.test(top) && !domain.includes('..')) yield { start, end }
  }
}

/** Finds texts that look like a placeholder. They get one of their own, so that nobody can make a value appear by writing its placeholder. */
export const placeholderDetector: PersonalDataDetector = {
  kind: 'text',
  *find(text) {
    for (const match of text.matchAll(/\[[A-Z][A-Z0-9]{0,19}-[0-9a-f]{16}\]/gi)) yield { start: match.index, end: match.index + match[0].length }
  },
}

/** Returns a detector of names that the host knows, which compares whole words in any case. */
export function nameDetector(names: readonly string[]): PersonalDataDetector {
  const byFirst = new Map<string, string[][]>()
  for (const name of names) {
    const words = wordsOf(foldText(name).text).map(({ word }) => word)
    const [first] = words
    if (first !== undefined) byFirst.set(first, [...(byFirst.get(first) ?? []), words])
  }
  for (const candidates of byFirst.values()) candidates.sort((left, right) => right.length - left.length)
  return {
    kind: 'name',
    *find(text) {
      const words = wordsOf(text)
      for (let at = 0; at < words.length; at++) {
        const found = byFirst
          .get(words[at]?.word ?? '')
          ?.find((name) => name.every((word, index) => words[at + index]?.word === word && isNear(words, at + index, index)))
        const last = found && words[at + found.length - 1]
        if (found && last) yield { start: words[at]?.start ?? 0, end: last.end }
      }
    },
  }
}

interface Word extends TextRange {
  word: string
}

/** True for the first word of a name, and for one that is no further than two characters behind the word before it. */
const isNear = (words: readonly Word[], at: number, index: number) => index === 0 || (words[at]?.start ?? 0) - (words[at - 1]?.end ?? 0) <= 2

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => ({ word: match[0].toLowerCase(), start: match.index, end: match.index + match[0].length }))
}
