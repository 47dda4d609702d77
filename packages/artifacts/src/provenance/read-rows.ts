import { isRecord } from '@pf/core/internal'
import type { Evidence } from './evidence.ts'
import type { RowFinder } from './find-rows.ts'
import { NamedRows } from './named-rows.ts'
import { isDataReference } from './shown-values.ts'
import { addNames } from './trace-text.ts'

/** A list of values, such as the categories of an axis. */
export type Scalars = readonly unknown[]

const maxSampled = 24

/** Reads which rows and fields of the results the rows of a component show. */
export class RowReader {
  private readonly evidence: Evidence
  private readonly finder: RowFinder

  constructor(evidence: Evidence, finder: RowFinder) {
    this.evidence = evidence
    this.finder = finder
  }

  /**
   * Returns from which field of the results the numbers of a series, or of a key of the rows of a list, come: the one in which most of the
   * first of them are. A number that is in another field of its row was put in the wrong place.
   */
  fieldsOf(items: readonly unknown[], { labels, around }: { labels: readonly Scalars[] | undefined; around: NamedRows }): Map<string, string> {
    const tally = new Map<string, Map<string, number>>()
    const first = items.slice(0, maxSampled)
    first.forEach((item, index) => {
      const isNumber = typeof item === 'number'
      if (!isNumber && (!isRecord(item) || isDataReference(item) || !Object.values(item).some((value) => typeof value === 'number'))) return
      const rows = this.namesOf(isNumber ? (labels ?? []).map((list) => list[index]) : Object.values(item), around)
      if (rows.size === 0) return
      for (const [key, value] of isNumber ? [['', item] as const] : Object.entries(item)) {
        if (typeof value !== 'number') continue
        const entry = this.finder.sameValue(value, rows)
        const field = entry === undefined ? undefined : this.evidence.index.columns[this.evidence.index.entryColumns[entry] ?? 0]?.keyText
        const counts = tally.get(key) ?? new Map<string, number>()
        tally.set(key, counts)
        if (field !== undefined) counts.set(field, (counts.get(field) ?? 0) + 1)
      }
    })
    const fields = new Map<string, string>()
    for (const [key, counts] of tally) for (const [field, count] of counts) if (count >= 3 && count > first.length / 2) fields.set(key, field)
    return fields
  }

  namesOf(values: readonly unknown[], around: NamedRows): NamedRows {
    const names = new Map<number, Set<number>>()
    for (const value of values.length > 64 ? values.slice(0, 64) : values) {
      if (typeof value === 'string' && value !== '') addNames(value, this.evidence, names)
      else if (typeof value === 'number' && value >= 1500 && value < 2200 && Number.isInteger(value)) addNames(String(value), this.evidence, names)
    }
    if (names.size === 0) return around
    return new NamedRows(this.evidence.index, around.size === 0 ? names : new Map([...around.named, ...names]))
  }
}
