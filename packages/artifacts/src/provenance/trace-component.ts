import type { Figure, FigureCounts, FigureSource } from '@pf/core'
import { formatPointer, parsePointer } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { labelLists, stepOf } from './component-numbers.ts'
import type { Evidence } from './evidence.ts'
import { RowFinder, type Siblings } from './find-rows.ts'
import { locationOf } from './locations.ts'
import { NamedRows } from './named-rows.ts'
import type { NamedColumns } from './names.ts'
import { RowReader, type Scalars } from './read-rows.ts'
import type { Table } from './result-tables.ts'
import { figureText, isDataReference, isShownNumber, isShownText, isSlot, isStoredReference, type Shown, ShownKeys } from './shown-values.ts'
import { findDeclared, stated, traceText } from './trace-text.ts'
import { unitsOf } from './units.ts'

/** A component that was shown: its props as the model wrote them, with data references. */
export interface TracedComponent {
  id: string
  component: string
  props: unknown
}

/** Receives the figures of a component. Every figure is counted; only those for which there is room are described. */
export interface FigureReport {
  counts: FigureCounts
  hasRoom(kind: FigureSource['kind']): boolean
  add(figure: Figure): void
}

const maxNodes = 200_000
const maxDepth = 64
const noNames: NamedColumns = new Map()
const percent = unitsOf('%') ?? []
const maxTextChars = 200_000

/** Finds the figures in the props of a component and their origins. Returns false if the props exceed the limits. */
export function traceComponent(shown: TracedComponent, evidence: Evidence, report: FigureReport): boolean {
  if (shown.component === 'code') return true
  const tracer = new ComponentTracer(shown, evidence, report)
  tracer.visit(shown.props, { shown: { isData: false, level: 0 }, rows: new NamedRows(evidence.index, noNames), key: undefined })
  return !tracer.stopped
}

interface At {
  shown: Shown
  rows: NamedRows
  key: string | undefined
  /** For the rows of a list: the fields of the results from which the values of a key come. */
  fields?: ReadonlyMap<string, string> | undefined
  /** True if numbers are ratios that are shown in percent. */
  isPercent?: boolean
}

interface ShownNumber {
  rows: NamedRows
  isPercent: boolean
  /** The field of the row. Results with such a field have the value there or not at all. */
  field: string | undefined
}

class ComponentTracer {
  stopped = false
  private nodes = 0
  private chars = 0
  private readonly path: (string | number)[] = []
  private readonly labels: ReadonlyMap<number, readonly Scalars[]>
  private readonly id: string
  private readonly evidence: Evidence
  private readonly report: FigureReport
  private readonly finder: RowFinder
  private readonly shownKeys = new ShownKeys()
  private readonly reader: RowReader

  constructor({ id, props }: TracedComponent, evidence: Evidence, report: FigureReport) {
    this.id = id
    this.labels = labelLists(props)
    this.evidence = evidence
    this.report = report
    this.finder = new RowFinder(evidence.index, evidence.effort)
    this.reader = new RowReader(evidence, this.finder)
  }

  visit(value: unknown, at: At): void {
    if (this.stopped) return
    if (++this.nodes > maxNodes || this.path.length > maxDepth) {
      this.stopped = true
      return
    }
    if (typeof value === 'number') {
      if (isShownNumber(at.shown)) this.number(value, { rows: at.rows, isPercent: at.isPercent === true, field: undefined }, undefined)
    } else if (typeof value === 'string') this.text(value, at)
    else if (Array.isArray(value)) this.list(value, at)
    else if (isRecord(value)) this.record(value, at)
  }

  private record(value: Record<string, unknown>, at: At): void {
    if (isDataReference(value)) {
      this.reference(value)
      return
    }
    if (isStoredReference(value)) {
      this.report.counts.references++
      return
    }
    if (isSlot(value)) {
      if (value.component !== 'code')
        this.within('props', () =>
          this.visit(value.props, { shown: { isData: false, level: 0 }, rows: new NamedRows(this.evidence.index, noNames), key: undefined }),
        )
      return
    }
    const same = at.shown.isData ? this.finder.nextRow(value, Object.keys(value)) : undefined
    if (same) {
      this.sameRow(value, same, at.shown)
      return
    }
    const keys = Object.keys(value).filter((key) => this.shownKeys.canHold(key, value[key], at.shown))
    if (keys.length === 0) return
    const values = Object.values(value)
    const rows = this.reader.namesOf(values, at.rows)
    const isPercent = at.isPercent === true || value.format === 'percent'
    const siblings = at.shown.isData ? { values, isRow: true, index: 0 } : undefined
    const usesFields = rows.size > 0 && at.shown.isData
    for (const key of keys) {
      const shown = this.shownKeys.enter(key, at.shown)
      if (!shown) continue
      const child = value[key]
      const percent = isPercent || key === 'change'
      this.path.push(key)
      if (typeof child === 'number') this.number(child, { rows, isPercent: percent, field: usesFields ? (at.fields?.get(key) ?? key) : undefined }, siblings)
      else this.visit(child, { shown, rows, key, ...(percent ? { isPercent: true } : {}) })
      this.path.pop()
    }
  }

  /** Counts the numbers of a row that is the same as one of the results. */
  private sameRow(value: Record<string, unknown>, { table, row }: { table: Table; row: number }, at: Shown): void {
    for (const key of Object.keys(value)) {
      const shown = typeof value[key] === 'number' ? this.shownKeys.enter(key, at) : undefined
      if (!shown || !isShownNumber(shown) || ++this.nodes > maxNodes) continue
      this.report.counts.result++
      if (!this.report.hasRoom('result')) continue
      this.path.push(key)
      const source = { kind: 'result' as const, ref: table.ref, path: formatPointer([...table.path, row, key]), row }
      this.report.add(this.placed({ text: String(value[key]), source }))
      this.path.pop()
    }
    if (this.nodes > maxNodes) this.stopped = true
  }

  private list(items: readonly unknown[], at: At): void {
    const labels = this.labels.get(items.length)
    const isRow = items.length <= 64 && this.path.length > 0 && typeof this.path.at(-1) === 'number'
    const own = isRow ? this.reader.namesOf(items, at.rows) : at.rows
    const fields = isRow ? undefined : this.reader.fieldsOf(items, { labels, around: own })
    const entered: At = { ...at, fields }
    for (let index = 0; index < items.length && !this.stopped; index++) {
      const item = items[index]
      const rows =
        labels && typeof item === 'number' && !isRow
          ? this.reader.namesOf(
              labels.map((list) => list[index]),
              own,
            )
          : own
      this.path.push(index)
      if (typeof item !== 'number') this.visit(item, rows === at.rows ? entered : { ...entered, rows })
      else if (isShownNumber(at.shown)) this.number(item, { rows, isPercent: at.isPercent === true, field: fields?.get('') }, { values: items, isRow, index })
      this.path.pop()
    }
  }

  private number(given: number, { rows: named, isPercent, field }: ShownNumber, siblings: Siblings | undefined): void {
    if (!Number.isFinite(given) || this.stopped) return
    if (++this.nodes > maxNodes) {
      this.stopped = true
      return
    }
    const rows = named.inField(field)
    const same = isPercent ? undefined : this.finder.sameValue(given === 0 ? 0 : given, rows)
    if (same === undefined) this.similarNumber(given, { rows, isPercent, siblings })
    else this.found(given, same)
  }

  /** Traces a number that is not exactly a value of its row: rounded, in percent, or without names. */
  private similarNumber(given: number, { rows, isPercent, siblings }: { rows: NamedRows; isPercent: boolean; siblings: Siblings | undefined }): void {
    if (this.evidence.effort.isExhausted) this.stopped = true
    const value = isPercent ? given * 100 : given
    const figure = { readings: [{ value, step: stepOf(given) * (isPercent ? 100 : 1) }], units: isPercent ? percent : [], hedged: 'none' as const, dates: [] }
    const found = this.evidence.values.find(figure, rows)
    const isOrigin = found && (found.agreement === 'named' || (found.agreement === 'free' && !found.isCommon))
    // Without names, the neighbours of a common value show its origin.
    const beside = !isOrigin && found?.isCommon && siblings && rows.size === 0 ? this.finder.supported(value, siblings) : undefined
    const entry = isOrigin ? found.entry : beside
    const declared = entry === undefined ? findDeclared(figure, this.evidence) : undefined
    const text = String(given)
    if (entry !== undefined) this.found(given, entry)
    else if (declared) this.emitFigure({ text, source: { kind: 'computed', operation: declared.operation, operands: declared.operands, declared: true } })
    else this.emitFigure({ text, source: stated(figure, this.evidence, found).source })
  }

  private found(value: number, entry: number): void {
    this.finder.note(entry)
    this.report.counts.result++
    if (this.report.hasRoom('result'))
      this.report.add(this.placed({ text: String(value), source: { kind: 'result', ...locationOf(this.evidence.index, entry) } }))
  }

  private text(text: string, { shown, rows, key }: At): void {
    if (!isShownText(key, shown) || !figureText.test(text)) return
    // A text of the results is shown as it is.
    if (this.evidence.index.nameIds.has(text)) return
    this.chars += text.length
    if (this.chars > maxTextChars) {
      this.stopped = true
      return
    }
    for (const figure of traceText(text, this.evidence, rows.named)) this.emitFigure(figure)
  }

  private reference(value: { $artifact: string; path?: unknown }): void {
    const path = typeof value.path === 'string' && parsePointer(value.path) ? value.path : ''
    this.report.counts.references++
    if (this.report.hasRoom('result'))
      this.report.add(this.placed({ text: value.$artifact.slice(0, 80), source: { kind: 'result', ref: value.$artifact, path } }))
  }

  private within(token: string | number, run: () => void): void {
    this.path.push(token)
    run()
    this.path.pop()
  }

  private emitFigure(figure: { text: string; start?: number; end?: number; source: FigureSource }): void {
    count(this.report.counts, figure.source)
    if (this.report.hasRoom(figure.source.kind)) this.report.add(this.placed(figure))
  }

  private placed(figure: { text: string; start?: number; end?: number; source: FigureSource }): Figure {
    return { ...figure, component: this.id, pointer: formatPointer(this.path) }
  }
}

/** Counts the origin of a figure. */
export function count(counts: FigureCounts, source: FigureSource): void {
  counts[source.kind]++
  if (source.kind === 'stated' && source.by === 'model') counts.unproven++
}
