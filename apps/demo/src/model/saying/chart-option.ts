import type { JsonObject } from '@pf/core'
import type { RowsReference } from '../topics/topic.ts'

/** A field of the rows with the words that stand for it. */
export interface Field {
  field: string
  name: string
}

/** What a chart of rows is made of. */
export interface ChartParts {
  rows: RowsReference
  /** What it shows, in one sentence: the text alternative. */
  description: string
  x: Field & { type: 'category' | 'time' }
  /** Title of the value axis with its unit. */
  yName: string
  series: Field[]
}

const axisName = { nameLocation: 'middle' as const }

/** Lines over a dataset that is only referenced; labelled at their ends when there are several. */
export function lineOption(parts: ChartParts): JsonObject {
  const several = parts.series.length > 1
  return {
    ...frame(parts),
    grid: { left: 64, right: several ? 112 : 24, top: 24, bottom: 56 },
    yAxis: { type: 'value', name: parts.yName, ...axisName, nameGap: 44, scale: true },
    series: parts.series.map(({ field, name }) => ({
      type: 'line',
      name,
      showSymbol: false,
      encode: { x: parts.x.field, y: field },
      ...(several ? { endLabel: { show: true, formatter: '{a}' }, labelLayout: { moveOverlap: 'shiftY' } } : {}),
    })),
  }
}

/** Bars from zero over a dataset that is only referenced. */
export function barOption(parts: ChartParts): JsonObject {
  return {
    ...frame(parts),
    legend: { top: 0 },
    grid: { left: 72, right: 24, top: 40, bottom: 56 },
    yAxis: { type: 'value', name: parts.yName, ...axisName, nameGap: 52, min: 0 },
    series: parts.series.map(({ field, name }) => ({ type: 'bar', name, encode: { x: parts.x.field, y: field } })),
  }
}

function frame({ rows, description, x }: ChartParts): JsonObject {
  return {
    aria: { enabled: true, label: { description } },
    dataset: { source: rows },
    tooltip: { trigger: 'axis' },
    xAxis: { type: x.type, name: x.name, ...axisName, nameGap: 32 },
  }
}
