import type { JsonObject } from '@pf/core'

/** A reference to the rows of a query, used in the data of a component. */
export type RowsReference = { $artifact: string }

/** A field of the rows with the words that stand for it. */
export interface Field {
  field: string
  name: string
}

/** What a chart of rows is made of. Places, colours and number formats are the renderer's. */
export interface ChartParts {
  rows: RowsReference
  /** What it shows, in one sentence: the text alternative. */
  description: string
  x: Field & { type: 'category' | 'time' }
  /** Title of the value axis with its unit. */
  yName: string
  series: Field[]
}

/** Lines over a dataset that is only referenced. */
export function lineOption(parts: ChartParts): JsonObject {
  return { ...frame(parts), yAxis: { type: 'value', name: parts.yName, scale: true }, series: seriesOf(parts, { type: 'line', showSymbol: false }) }
}

/** Bars from zero over a dataset that is only referenced. */
export function barOption(parts: ChartParts): JsonObject {
  return { ...frame(parts), yAxis: { type: 'value', name: parts.yName, min: 0 }, series: seriesOf(parts, { type: 'bar' }) }
}

function frame({ rows, description, x }: ChartParts): JsonObject {
  return {
    aria: { label: { description } },
    dataset: { source: rows },
    tooltip: { trigger: 'axis' },
    xAxis: { type: x.type, name: x.name },
  }
}

const seriesOf = ({ series, x }: ChartParts, kind: JsonObject): JsonObject[] =>
  series.map(({ field, name }) => ({ ...kind, name, encode: { x: x.field, y: field } }))
