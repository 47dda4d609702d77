import type { ResultIndex } from './result-tables.ts'

/** The names that a text or a row of a component mentions, by column: a row of the column's table is meant if it has one of them there. */
export type NamedColumns = ReadonlyMap<number, ReadonlySet<number>>

/** A name in a text. */
export interface NameHit {
  start: number
  end: number
  ids: readonly number[]
}

const common = new Set(
  'the a an in of on at to and or other others total all none yes no true false unknown average mean max min maximum minimum count sum name value values high low first last day month year date time row rows number more less most least top ok error null na n/a'.split(
    ' ',
  ),
)
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}])+/gu
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const maxWords = 8
const maxColumns = 64

const normalize = (text: string): string => (text.toLowerCase().match(wordPattern) ?? []).join(' ')

/** Finds names of the results in texts. Built once, when the first text is read. */
export class NameFinder {
  private readonly byWords = new Map<string, number[]>()
  private readonly firstWords = new Set<string>()
  private readonly byStart = new Map<string, number[]>()
  private readonly index: ResultIndex

  constructor(index: ResultIndex) {
    this.index = index
    index.names.forEach(({ text }, id) => {
      if (!/\p{L}/u.test(text)) return
      if (cjk.test(text) && text.length > 1) this.add(this.byStart, text.slice(0, 2), id)
      const words = normalize(text)
      if (words.length < 2 || (common.has(words) && !/^\p{Lu}/u.test(text)) || words.split(' ').length > maxWords) return
      this.add(this.byWords, words, id)
      this.firstWords.add(words.split(' ')[0] ?? '')
    })
  }

  private add(map: Map<string, number[]>, key: string, id: number) {
    const known = map.get(key)
    if (!known) map.set(key, [id])
    else if (known.length < maxColumns) known.push(id)
  }

  /** Finds names in a text, the longest at each location. */
  find(text: string): NameHit[] {
    const hits = this.byStart.size > 0 && cjk.test(text) ? this.findCjk(text) : []
    if (this.byWords.size === 0) return hits
    const words = [...text.matchAll(wordPattern)].map((match) => ({ text: match[0].toLowerCase(), start: match.index, end: match.index + match[0].length }))
    for (let at = 0; at < words.length; at++) {
      if (!this.firstWords.has(words[at]?.text ?? '')) continue
      const hit = this.longestAt(words, at)
      // A common word is a name only if it is written like one.
      if (
        !hit ||
        (common.has(words[at]?.text ?? '') &&
          hit.count === 1 &&
          !hit.hit.ids.some((id) => this.index.names[id]?.text === text.slice(hit.hit.start, hit.hit.end)))
      )
        continue
      hits.push(hit.hit)
      at += hit.count - 1
    }
    return hits.sort((one, other) => one.start - other.start)
  }

  private longestAt(words: readonly { text: string; start: number; end: number }[], at: number) {
    const first = words[at]
    for (let count = Math.min(maxWords, words.length - at); count > 0; count--) {
      const last = words[at + count - 1]
      const ids = this.byWords.get(
        words
          .slice(at, at + count)
          .map((word) => word.text)
          .join(' '),
      )
      if (ids && first && last) return { hit: { start: first.start, end: last.end, ids }, count }
    }
    return undefined
  }

  private findCjk(text: string): NameHit[] {
    const hits: NameHit[] = []
    for (let at = 0; at < text.length - 1; at++) {
      const ids = this.byStart.get(text.slice(at, at + 2))?.filter((id) => text.startsWith(this.index.names[id]?.text ?? '\u0000', at))
      if (!ids || ids.length === 0) continue
      const length = Math.max(...ids.map((id) => this.index.names[id]?.text.length ?? 0))
      hits.push({ start: at, end: at + length, ids: ids.filter((id) => this.index.names[id]?.text.length === length) })
      at += length - 1
    }
    return hits
  }
}

/** True if a column contains names: texts, dates or years, not numbers some of which could be years. */
export function isNaming(index: ResultIndex, column: number): boolean {
  const found = index.columns[column]
  return found?.names !== undefined && (found.years === 0 || found.years === found.numbers)
}

const maxRowsOfWord = 20

/** True if the name is an ordinary word that very many rows have, such as the kind of weather of a day; a text may use it in another sense. */
function isOrdinary(text: string, rows: number): boolean {
  return rows > maxRowsOfWord && /^\p{Ll}+$/u.test(text)
}

/** Adds the columns of a name. Ordinary words are left out. */
export function addName(index: ResultIndex, id: number, target: Map<number, Set<number>>): void {
  const name = index.names[id]
  if (!name) return
  for (let at = 0; at < Math.min(name.columns.length, maxColumns); at++) {
    const column = name.columns[at] ?? -1
    if (!isNaming(index, column) || isOrdinary(name.text, name.rows[at]?.length ?? 0)) continue
    const known = target.get(column)
    if (known) known.add(id)
    else target.set(column, new Set([id]))
  }
}
