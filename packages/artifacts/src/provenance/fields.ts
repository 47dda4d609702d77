import type { Column, ResultIndex } from './result-tables.ts'
import { wordsOf } from './words-of.ts'

/** Words of field names that say nothing of what the field contains. */
const generic = new Set(
  wordsOf(
    'the and for per avg average mean median sum total totals count counts cnt qty quantity amount number num result results measure metric data field column val tot max maximum min minimum value values rows row group groups all any new old this that with from percent pct share rate ratio usd eur gbp thousands millions billions name names type kind key index rank date time day month year id code',
  ),
)
const maxColumns = 2_000
const none: ReadonlySet<number> = new Set()

/** Recognizes the fields of the results by the words of their names. */
export class FieldFinder {
  private readonly byWord = new Map<string, Column[]>()
  private readonly described = new Set<number>()
  private readonly index: ResultIndex

  constructor(index: ResultIndex) {
    this.index = index
    for (const column of index.columns.slice(0, maxColumns)) {
      if (column.numbers === 0 || column.keyText.includes('\u0000')) continue
      for (const word of wordsOf(column.keyText)) {
        if (generic.has(word)) continue
        this.described.add(column.id)
        const known = this.byWord.get(word)
        if (known) known.push(column)
        else this.byWord.set(word, [column])
      }
    }
  }

  /** Returns the ids of the fields with numbers that a text names. */
  meantBy(text: string): ReadonlySet<number> {
    if (text === '' || this.byWord.size === 0) return none
    const columns = wordsOf(text).flatMap((word) => this.byWord.get(word) ?? [])
    return columns.length === 0 ? none : new Set(columns.map(({ id }) => id))
  }

  /** True if a field is not meant, because the text names another one of the same rows. A field whose name says nothing can always be meant. */
  isOther({ id, table }: Column, meant: ReadonlySet<number>): boolean {
    if (meant.size === 0 || meant.has(id) || !this.described.has(id)) return false
    for (const each of meant) if (this.index.columns[each]?.table === table) return true
    return false
  }
}
