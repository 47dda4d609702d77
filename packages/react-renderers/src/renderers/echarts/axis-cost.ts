import { isRecord } from '@pf/core/internal'
import { listOf } from './option-values.ts'
import { type TextContext, templatesMs, textMs } from './text-cost.ts'
import { type Fields, records } from './theme-context.ts'

/** The components that are axes. */
export const AXES = ['xAxis', 'yAxis', 'singleAxis', 'parallelAxis', 'angleAxis', 'radiusAxis']

/** Maximum number of ticks that an interval may cause. */
export const MAX_TICKS = 200
/** Ticks of an axis that chooses its interval itself, for each of its splits. */
const TICKS_PER_SPLIT = 3
const SPLITS = 5

/** Cost of an axis in milliseconds. */
const AXIS_MS = 6
/** Cost of a tick with its label and its line. */
const TICK_MS = 0.1
const MINOR_TICK_MS = 0.006
/** Cost of a corner of a line or an area between two values of a radar. */
const CORNER_MS = 0.004

/** An estimate of what a chart, or a part of it, costs. */
export interface ChartCost {
  elements: number
  ms: number
}

/** Returns the cost of all axes and radars of an option. Their elements are ticks and corners. */
export function axesCost(option: Fields, context: TextContext): ChartCost {
  const axes = AXES.flatMap((key) => records(option[key]).map((axis) => axisCost(axis, key === 'parallelAxis' ? option.parallel : undefined, context)))
  return [...axes, ...records(option.radar).map((radar) => radarCost(radar, context))].reduce(
    (sum, cost) => ({ elements: sum.elements + cost.elements, ms: sum.ms + cost.ms }),
    {
      elements: 0,
      ms: 0,
    },
  )
}

function axisCost(axis: Fields, parent: unknown, context: TextContext): ChartCost {
  const ticks = countTicks(axis)
  const minor = isShown(axis.minorTick) || isShown(axis.minorSplitLine) ? ticks * splitsOf(axis.minorTick) : 0
  const texts = Math.max(
    labelMs(axis, context),
    ...records(parent).map(({ parallelAxisDefault }) => (isRecord(parallelAxisDefault) ? labelMs(parallelAxisDefault, context) : 0)),
  )
  return { elements: ticks + minor, ms: AXIS_MS + ticks * (TICK_MS + texts) + minor * MINOR_TICK_MS + textMs(axis.name, context) }
}

/** Returns the maximum number of ticks of an axis. The intervals that it asks for have been limited. */
function countTicks(axis: Fields): number {
  const chosen = ['axisLabel', 'axisTick'].some((key) => isRecord(axis[key]) && (axis[key].interval !== undefined || axis[key].customValues !== undefined))
  if (chosen || axis.interval !== undefined || axis.maxInterval !== undefined) return MAX_TICKS
  return Math.min(MAX_TICKS, Math.max(splitsOf(axis) * TICKS_PER_SPLIT, Math.min(listOf(axis.data).length, MAX_TICKS / 2)))
}

const labelMs = ({ axisLabel }: Fields, context: TextContext): number => templatesMs(axisLabel, context)
const splitsOf = (part: unknown): number => (isRecord(part) && typeof part.splitNumber === 'number' ? part.splitNumber : SPLITS)
const isShown = (part: unknown): boolean => isRecord(part) && part.show !== false

function radarCost(radar: Fields, context: TextContext): ChartCost {
  const names = listOf(radar.indicator).length
  const corners = names * (splitsOf(radar) + 1)
  const ticks = isShown(radar.axisLabel) || isShown(radar.axisTick) ? corners : 0
  const nameMs = templatesMs(radar.axisName, context)
  return { elements: names + ticks, ms: AXIS_MS + corners * CORNER_MS + ticks * (TICK_MS + labelMs(radar, context)) + names * (TICK_MS + nameMs) }
}
