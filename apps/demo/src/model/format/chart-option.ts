import type { JsonObject } from '@pf/core'

/** A reference to the rows of a query, used in the data of a component. */
export type RowsReference = { $artifact: string }

/** A field of the rows and its display name. */
export interface Field {
  field: string
  name: string
}

/** The parts of a chart. Layout, colours and number formats are left to the renderer. */
export interface ChartParts {
  rows: RowsReference
  /** One sentence that describes the chart, used as the text alternative. */
  description: string
  x: Field & { type: 'category' | 'time' }
  /** Title of the value axis with its unit. */
  yName: string
  series: Field[]
}

/** Creates the option of a line chart over referenced rows. */
export function lineOption(parts: ChartParts): JsonObject {
  return { ...frame(parts), yAxis: { type: 'value', name: parts.yName, scale: true }, series: seriesOf(parts, { type: 'line', showSymbol: false }) }
}

/** Creates the option of a bar chart over referenced rows; the axis starts at zero. */
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
