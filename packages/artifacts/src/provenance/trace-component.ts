import type { Figure, FigureCounts, FigureSource } from '@pf/core'
import { formatPointer, parsePointer } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { Evidence } from './evidence.ts'
import { type Found, locationOf, NamedRows } from './find-values.ts'
import type { NamedColumns } from './names.ts'
import { enterKey, isDataReference, isShownNumber, isShownText, isSlot, isStoredReference, type Shown } from './shown-values.ts'
import { addNames, findDeclared, stated, traceText } from './trace-text.ts'
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
const maxSampled = 24
const noNames: NamedColumns = new Map()
const percent = unitsOf('%') ?? []
const maxTextChars = 200_000
const figureText = /[\d〇一二三四五六七八九十百千万億亿]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i

/** Finds the figures in the props of a component and their origins. Returns false if the props exceed the limits. */
export function traceComponent({ id, component, props }: TracedComponent, evidence: Evidence, report: FigureReport): boolean {
  if (component === 'code') return true
  const tracer = new ComponentTracer(id, evidence, report)
  tracer.collectLabels(props)
  tracer.visit(props, { shown: { isData: false, level: 0 }, rows: new NamedRows(evidence.index, noNames), key: undefined })
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

type Scalars = readonly unknown[]

class ComponentTracer {
  stopped = false
  private nodes = 0
  private chars = 0
  private readonly path: (string | number)[] = []
  /** Lists of texts by length, which can label the numbers of a list with the same length. */
  private readonly entered = new WeakMap<Shown, Map<string, Shown | undefined>>()
  private readonly labels = new Map<number, Scalars[]>()
  private readonly id: string
  private readonly evidence: Evidence
  private readonly report: FigureReport

  constructor(id: string, evidence: Evidence, report: FigureReport) {
    this.id = id
    this.evidence = evidence
    this.report = report
  }

  collectLabels(props: unknown): void {
    const waiting: unknown[] = [props]
    for (let seen = 0; waiting.length > 0 && seen < 10_000; seen++) {
      const next = waiting.pop()
      if (typeof next !== 'object' || next === null) continue
      if (!Array.isArray(next)) {
        for (const child of Object.values(next)) if (typeof child === 'object' && child !== null) waiting.push(child)
        continue
      }
      if (next.length > 1 && next.every((item) => typeof item === 'string')) this.labels.set(next.length, [...(this.labels.get(next.length) ?? []), next].slice(0, 4))
      else if (typeof next[0] === 'object' && next.length <= 200) for (const child of next) waiting.push(child)
    }
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
    if (isDataReference(value)) return this.reference(value)
    if (isStoredReference(value)) return void this.report.counts.references++
    if (isSlot(value)) {
      if (value.component !== 'code') this.within('props', () => this.visit(value.props, { shown: { isData: false, level: 0 }, rows: new NamedRows(this.evidence.index, noNames), key: undefined }))
      return
    }
    const keys = Object.keys(value).filter((key) => this.isShown(key, value[key], at.shown))
    if (keys.length === 0) return
    const rows = this.namesOf(Object.values(value), at.rows)
    const isPercent = at.isPercent === true || value.format === 'percent'
    const siblings = at.shown.isData ? { values: Object.values(value), isRow: true, index: 0 } : undefined
    const usesFields = rows.size > 0 && at.shown.isData
    for (const key of keys) {
      const shown = this.enter(key, at.shown)
      if (!shown) continue
      const child = value[key]
      const percent = isPercent || key === 'change'
      this.path.push(key)
      if (typeof child === 'number') this.number(child, { rows, isPercent: percent, field: usesFields ? (at.fields?.get(key) ?? key) : undefined }, siblings)
      else this.visit(child, { shown, rows, key, ...(percent ? { isPercent: true } : {}) })
      this.path.pop()
    }
  }

  /** True if there can be a figure in a member of an object. */
  private isShown(key: string, child: unknown, at: Shown): boolean {
    if (typeof child !== 'number' && typeof child !== 'string' && (typeof child !== 'object' || child === null)) return false
    const shown = this.enter(key, at)
    if (!shown || typeof child === 'object') return shown !== undefined
    return typeof child === 'number' ? isShownNumber(shown) : isShownText(key, shown) && figureText.test(child)
  }

  /** Like `enterKey`, which is slow for the same keys in many rows. */
  private enter(key: string, at: Shown): Shown | undefined {
    let known = this.entered.get(at)
    if (!known) this.entered.set(at, (known = new Map()))
    if (known.has(key)) return known.get(key)
    const shown = enterKey(key, at)
    if (known.size < 1_000) known.set(key, shown)
    return shown
  }

  private list(items: readonly unknown[], at: At): void {
    const labels = this.labels.get(items.length)
    const isRow = items.length <= 64 && this.path.length > 0 && typeof this.path.at(-1) === 'number'
    const own = isRow ? this.namesOf(items, at.rows) : at.rows
    const fields = isRow ? undefined : this.fieldsOf(items, { labels, around: own })
    const entered: At = { ...at, fields }
    for (let index = 0; index < items.length && !this.stopped; index++) {
      const item = items[index]
      const rows = labels && typeof item === 'number' && !isRow ? this.namesOf(labels.map((list) => list[index]), own) : own
      this.path.push(index)
      if (typeof item !== 'number') this.visit(item, rows === at.rows ? entered : { ...entered, rows })
      else if (isShownNumber(at.shown)) this.number(item, { rows, isPercent: at.isPercent === true, field: fields?.get('') }, { values: items, isRow, index })
      this.path.pop()
    }
  }

  /**
   * Returns from which field of the results the numbers of a series, or of a key of the rows of a list, come: the one in which most of the
   * first of them are. A number that is in another field of its row was put in the wrong place.
   */
  private fieldsOf(items: readonly unknown[], { labels, around }: { labels: readonly Scalars[] | undefined; around: NamedRows }): Map<string, string> {
    const tally = new Map<string, Map<string, number>>()
    const first = items.slice(0, maxSampled)
    first.forEach((item, index) => {
      const isNumber = typeof item === 'number'
      if (!isNumber && (!isRecord(item) || isDataReference(item))) return
      const rows = this.namesOf(isNumber ? (labels ?? []).map((list) => list[index]) : Object.values(item), around)
      if (rows.size === 0) return
      for (const [key, value] of isNumber ? [['', item] as const] : Object.entries(item)) {
        if (typeof value !== 'number') continue
        const entry = this.sameValue(value, rows)
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

  private namesOf(values: readonly unknown[], around: NamedRows): NamedRows {
    const names = new Map<number, Set<number>>()
    for (const value of values.length > 64 ? values.slice(0, 64) : values) {
      if (typeof value === 'string' && value !== '') addNames(value, this.evidence, names)
      else if (typeof value === 'number' && value >= 1500 && value < 2200 && Number.isInteger(value)) addNames(String(value), this.evidence, names)
    }
    if (names.size === 0) return around
    return new NamedRows(this.evidence.index, around.size === 0 ? names : new Map([...around.named, ...names]))
  }

  private number(given: number, { rows: named, isPercent, field }: ShownNumber, siblings: Siblings | undefined): void {
    if (!Number.isFinite(given) || this.stopped) return
    if (++this.nodes > maxNodes) {
      this.stopped = true
      return
    }
    const { index } = this.evidence
    const rows = field === undefined ? named : named.inField(field)
    const same = isPercent ? undefined : this.sameValue(given === 0 ? 0 : given, rows)
    if (same !== undefined) return this.found(given, same)
    const value = isPercent ? given * 100 : given
    const figure = { readings: [{ value, step: stepOf(given) * (isPercent ? 100 : 1) }], units: isPercent ? percent : [], hedged: 'none' as const, dates: [] }
    const found = this.evidence.values.find(figure, rows)
    if (found && (found.agreement === 'named' || (found.agreement === 'free' && !found.isCommon))) return this.found(given, found.entry)
    // Without names, the neighbours of a common value show its origin.
    const entry = found?.isCommon && siblings && named.size === 0 ? this.supported(value, siblings) : undefined
    if (entry !== undefined) return this.found(given, entry)
    const declared = findDeclared(figure, this.evidence)
    const text = String(given)
    if (declared) this.emit('computed', () => ({ text, source: { kind: 'computed', operation: declared.operation, operands: declared.operands, declared: true } }))
    else this.emitFigure({ text, source: stated(figure, this.evidence, found).source })
  }

  /** Returns the entry with this value in the rows with the names. */
  private sameValue(value: number, rows: NamedRows): number | undefined {
    const { index } = this.evidence
    for (const { table, row } of rows.first()) {
      const starts = index.tables[table]?.starts
      const end = Math.min(starts?.[row + 1] ?? 0, (starts?.[row] ?? 0) + 1_000)
      for (let entry = starts?.[row] ?? 0; entry < end; entry++)
        if (index.values[entry] === value && rows.agreement(table, row, index.entryColumns[entry]) !== 'other') return entry
    }
    return undefined
  }

  /** Returns an entry whose row also contains most of the other values of the shown row, or which has the same neighbours in its column. */
  private supported(value: number, siblings: Siblings): number | undefined {
    const { index } = this.evidence
    for (let entry = index.lastWith(value), seen = 0; entry >= 0 && seen < 256; entry = index.before(entry), seen++) {
      if (this.supports(entry, siblings)) return entry
    }
    return undefined
  }

  private supports(entry: number, { values, isRow, index: at }: Siblings): boolean {
    const { index } = this.evidence
    const [column, row] = [index.entryColumns[entry] ?? 0, index.entryRows[entry] ?? 0]
    if (isRow) {
      const others = values.filter((other, place) => typeof other === 'number' && other !== index.values[entry] && place < 32)
      return others.length > 0 && others.filter((other) => this.isInRow(Number(other), column, row)).length * 2 >= others.length
    }
    const isAt = (other: unknown, step: number) => typeof other === 'number' && this.isAt(other, column, row + step)
    return isAt(values[at - 1], -1) || isAt(values[at + 1], 1)
  }

  private isInRow(value: number, column: number, row: number): boolean {
    const { index } = this.evidence
    const table = index.columns[column]?.table
    return this.someEntry(value, (entry) => index.entryRows[entry] === row && index.columns[index.entryColumns[entry] ?? 0]?.table === table)
  }

  private isAt(value: number, column: number, row: number): boolean {
    const { index } = this.evidence
    return this.someEntry(value, (entry) => index.entryColumns[entry] === column && index.entryRows[entry] === row)
  }

  private someEntry(value: number, test: (entry: number) => boolean): boolean {
    const { index } = this.evidence
    for (let entry = index.lastWith(value), seen = 0; entry >= 0 && seen < 256; entry = index.before(entry), seen++) if (test(entry)) return true
    return false
  }

  private found(value: number, entry: number): void {
    this.emit('result', () => ({ text: String(value), source: { kind: 'result', ...locationOf(this.evidence.index, entry) } }))
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
    if (this.report.hasRoom('result')) this.report.add(this.placed({ text: value.$artifact.slice(0, 80), source: { kind: 'result', ref: value.$artifact, path } }))
  }

  private within(token: string | number, run: () => void): void {
    this.path.push(token)
    run()
    this.path.pop()
  }

  /** Counts a figure with an origin, and describes it if there is room. */
  private emit(kind: 'result' | 'computed', describe: () => { text: string; source: FigureSource }): void {
    this.report.counts[kind]++
    if (this.report.hasRoom(kind)) this.report.add(this.placed(describe()))
  }

  private emitFigure(figure: { text: string; start?: number; end?: number; source: FigureSource }): void {
    count(this.report.counts, figure.source)
    if (this.report.hasRoom(figure.source.kind)) this.report.add(this.placed(figure))
  }

  private placed(figure: { text: string; start?: number; end?: number; source: FigureSource }): Figure {
    return { ...figure, component: this.id, pointer: formatPointer(this.path) }
  }
}

interface Siblings {
  values: readonly unknown[]
  /** True if the values are a row, false if they are a series. */
  isRow: boolean
  index: number
}

/** The size of a unit of the last digit of a JSON number. */
function stepOf(value: number): number {
  const text = String(value)
  const exponent = text.indexOf('e')
  const mantissa = exponent < 0 ? text : text.slice(0, exponent)
  const point = mantissa.indexOf('.')
  return 10 ** ((exponent < 0 ? 0 : Number(text.slice(exponent + 1))) - (point < 0 ? 0 : mantissa.length - point - 1))
}

/** Counts the origin of a figure. */
export function count(counts: FigureCounts, source: FigureSource): void {
  counts[source.kind]++
  if (source.kind === 'stated' && source.by === 'model') counts.unproven++
}
