import { isRecord } from '@pf/core/internal'
import type { ComponentText } from '../contracts/component-text.ts'
import { joined, numberRange } from './joined.ts'
import { cellText, count, listAt, textAt, valueAt } from './parts.ts'

const maxTraces = 50
const maxPoints = 50

/** The title and the traces: `full` with their points, `short` with their number and range. */
export const plotlyText: ComponentText = {
  full: (props) => joined([title(props), ...tracesOf(props).map((trace) => `${name(trace)}: ${points(trace)}`)].filter(Boolean), '\n'),
  short: (props) => {
    const traces = tracesOf(props).map((trace) => `${name(trace)} (${extent(trace)})`)
    return [title(props) || 'Chart', traces.join(', ') || (isRecord(props.data) ? 'data of a tool' : 'no traces')].join(': ')
  },
}

type Props = Readonly<Record<string, unknown>>

/** Returns the title, which Plotly accepts as a string or as an object with `text`. */
function title({ layout }: Props): string {
  const own = valueAt(layout, 'title')
  return typeof own === 'string' ? own : textAt(own, 'text')
}

const tracesOf = (props: Props) => listAt(props, 'data').filter(isRecord).slice(0, maxTraces)
const name = (trace: unknown) => [textAt(trace, 'type') || 'scatter', textAt(trace, 'name')].filter(Boolean).join(' ')

/** Returns the lists whose values belong together by index. */
const columnsOf = (trace: unknown) => ['labels', 'x', 'y', 'z', 'values'].map((key) => listAt(trace, key)).filter((list) => list.length > 0)

function points(trace: unknown): string {
  const columns = columnsOf(trace)
  const length = Math.max(0, ...columns.map((list) => list.length))
  const shown = Array.from({ length: Math.min(length, maxPoints) }, (_, index) => columns.map((list) => cell(list[index])).join(' '))
  return shown.join(', ') + (length > maxPoints ? `, … ${count(length - maxPoints, 'more point')}` : '')
}

/** A row of a surface is itself a list. */
const cell = (value: unknown) =>
  Array.isArray(value)
    ? value
        .slice(0, 20)
        .map((part) => cellText(part))
        .join('/')
    : cellText(value)

function extent(trace: unknown): string {
  const measured = columnsOf(trace).at(-1) ?? []
  const flat = measured.length <= 1000 ? measured.flat() : measured
  return [count(measured.length, 'point'), numberRange(flat)].filter(Boolean).join(', ')
}
