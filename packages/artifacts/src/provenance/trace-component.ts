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

/** Receives the figures of a component. */
export type OnFigure = (figure: Figure) => void

const maxNodes = 200_000
const maxDepth = 64
const noNames: NamedColumns = new Map()
const percent = unitsOf('%') ?? []
const maxTextChars = 200_000

/** Finds the figures in the props of a component and their origins. Returns false if the props exceed the limits. */
export function traceComponent({ id, component, props }: TracedComponent, evidence: Evidence, report: { counts: FigureCounts; onFigure: OnFigure }): boolean {
  if (component === 'code') return true
  const tracer = new ComponentTracer(id, evidence, report)
  tracer.collectLabels(props)
  tracer.visit(props, { shown: { isData: false, level: 0 }, named: noNames, key: undefined })
  return !tracer.stopped
}

interface At {
  shown: Shown
  named: NamedColumns
  key: string | undefined
  /** True if numbers are ratios that are shown in percent. */
  isPercent?: boolean
}

type Scalars = readonly unknown[]

class ComponentTracer {
  stopped = false
  private nodes = 0
  private chars = 0
  private readonly path: (string | number)[] = []
  /** Lists of texts by length, which can label the numbers of a list with the same length. */
  private readonly labels = new Map<number, Scalars[]>()
  private readonly id: string
  private readonly evidence: Evidence
  private readonly report: { counts: FigureCounts; onFigure: OnFigure }

  constructor(id: string, evidence: Evidence, report: { counts: FigureCounts; onFigure: OnFigure }) {
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
    if (typeof value === 'number') this.number(value, at, undefined)
    else if (typeof value === 'string') this.text(value, at)
    else if (Array.isArray(value)) this.list(value, at)
    else if (isRecord(value)) this.record(value, at)
  }

  private record(value: Record<string, unknown>, at: At): void {
    if (isDataReference(value)) return this.reference(value)
    if (isStoredReference(value)) return void this.report.counts.references++
    if (isSlot(value)) {
      if (value.component !== 'code') this.within('props', () => this.visit(value.props, { shown: { isData: false, level: 0 }, named: noNames, key: undefined }))
      return
    }
    const keys = Object.keys(value)
    const named = this.namesOf(keys.map((key) => value[key]), at.named)
    const isPercent = at.isPercent || value.format === 'percent'
    const row = at.shown.isData ? Object.values(value) : undefined
    for (const key of keys) {
      const shown = enterKey(key, at.shown)
      if (!shown) continue
      const child = value[key]
      const next: At = { shown, named, key, ...(isPercent || key === 'change' ? { isPercent: true } : {}) }
      if (typeof child === 'number' && isShownNumber(shown)) this.within(key, () => this.number(child, next, row && { values: row, isRow: true, index: 0 }))
      else this.within(key, () => this.visit(child, next))
    }
  }

  private list(items: readonly unknown[], at: At): void {
    const labels = this.labels.get(items.length)
    const isRow = items.length <= 64 && this.path.length > 0 && typeof this.path.at(-1) === 'number'
    const own = isRow ? this.namesOf(items, at.named) : at.named
    for (let index = 0; index < items.length && !this.stopped; index++) {
      const item = items[index]
      const named = labels && typeof item === 'number' && !isRow ? this.namesOf(labels.map((list) => list[index]), own) : own
      const next: At = { ...at, named }
      if (typeof item === 'number') this.within(index, () => this.number(item, next, { values: items, isRow, index }))
      else this.within(index, () => this.visit(item, next))
    }
  }

  private namesOf(values: readonly unknown[], around: NamedColumns): NamedColumns {
    const names = new Map<number, Set<number>>()
    for (const value of values.length > 64 ? values.slice(0, 64) : values) {
      if (typeof value === 'string' && value !== '') addNames(value, this.evidence, names)
      else if (typeof value === 'number' && value >= 1500 && value < 2200 && Number.isInteger(value)) addNames(String(value), this.evidence, names)
    }
    if (names.size === 0) return around
    return around.size === 0 ? names : new Map([...around, ...names])
  }

  private number(given: number, { shown, named, isPercent }: At, siblings: Siblings | undefined): void {
    if (!isShownNumber(shown) || !Number.isFinite(given) || this.stopped) return
    if (++this.nodes > maxNodes) {
      this.stopped = true
      return
    }
    const { index } = this.evidence
    const rows = new NamedRows(index, named)
    for (let entry = index.lastWith.get(given === 0 ? 0 : given) ?? -1, seen = 0; entry >= 0 && seen < 8 && !isPercent; entry = index.before[entry] ?? -1, seen++) {
      if (rows.agreement(index.columns[index.entryColumns[entry] ?? 0]?.table ?? -1, index.entryRows[entry] ?? 0) === 'named') return this.found(given, entry)
    }
    const value = isPercent ? given * 100 : given
    const figure = { readings: [{ value, step: stepOf(given) * (isPercent ? 100 : 1) }], units: isPercent ? percent : [], hedged: false, dates: [] }
    const found = this.evidence.values.find(figure, rows)
    if (found && found.agreement !== 'other' && (!found.isCommon || this.isSupported(found, siblings))) return this.found(given, found.entry)
    if (found?.isCommon && siblings) {
      const entry = this.supported(value, siblings)
      if (entry !== undefined) return this.found(given, entry)
    }
    const declared = findDeclared(figure, this.evidence)
    const text = String(given)
    if (declared) this.emit({ text, source: { kind: 'computed', operation: declared.operation, operands: declared.operands, declared: true } })
    else this.emit({ text, source: stated(figure, this.evidence, found).source })
  }

  /** True if the value is in a row of the results that also contains another value of the same shown row, or between the same neighbours. */
  private isSupported({ entry, agreement }: Found, siblings: Siblings | undefined): boolean {
    return agreement === 'named' || (siblings !== undefined && this.supports(entry, siblings))
  }

  private supported(value: number, siblings: Siblings): number | undefined {
    const { index } = this.evidence
    for (let entry = index.lastWith.get(value) ?? -1, seen = 0; entry >= 0 && seen < 256; entry = index.before[entry] ?? -1, seen++) {
      if (this.supports(entry, siblings)) return entry
    }
    return undefined
  }

  private supports(entry: number, { values, isRow, index: at }: Siblings): boolean {
    const { index } = this.evidence
    const [column, row] = [index.entryColumns[entry] ?? 0, index.entryRows[entry] ?? 0]
    if (isRow) return values.some((other) => typeof other === 'number' && other !== index.values[entry] && this.isInRow(other, column, row))
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
    for (let entry = index.lastWith.get(value) ?? -1, seen = 0; entry >= 0 && seen < 256; entry = index.before[entry] ?? -1, seen++) if (test(entry)) return true
    return false
  }

  private found(value: number, entry: number): void {
    this.emit({ text: String(value), source: { kind: 'result', ...locationOf(this.evidence.index, entry) } })
  }

  private text(text: string, { shown, named, key }: At): void {
    if (!isShownText(key, shown) || !/[\d〇一二三四五六七八九十百千万億亿]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i.test(text)) return
    this.chars += text.length
    if (this.chars > maxTextChars) {
      this.stopped = true
      return
    }
    for (const figure of traceText(text, this.evidence, named)) this.emit(figure)
  }

  private reference(value: { $artifact: string; path?: unknown }): void {
    const path = typeof value.path === 'string' && parsePointer(value.path) ? value.path : ''
    this.report.counts.references++
    this.report.onFigure(this.placed({ text: value.$artifact.slice(0, 80), source: { kind: 'result', ref: value.$artifact, path } }))
  }

  private within(token: string | number, run: () => void): void {
    this.path.push(token)
    run()
    this.path.pop()
  }

  private emit(figure: { text: string; start?: number; end?: number; source: FigureSource }): void {
    count(this.report.counts, figure.source)
    this.report.onFigure(this.placed(figure))
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
