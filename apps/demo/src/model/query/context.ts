import type { Dataset } from '../datasets/dataset.ts'
import type { Slots } from '../question/slots.ts'
import type { Filter, Key } from './query.ts'

/** The data shared by the resolvers: the slots and the filters that apply to every row. */
export interface Context {
  dataset: Dataset
  slots: Slots
  /** Conditions of values, names and presets. */
  names: readonly Filter[]
  times: readonly Filter[]
  conditions: readonly Filter[]
  /** True if the rows are of one single time. */
  pinned: boolean
  notes: readonly string[]
}

export const whereOf = ({ names, times, conditions }: Context): Filter[] => [...names, ...times, ...conditions]

/** Returns the filters of a count by groups. By time, rows are counted under conditions, so that a time without such a row is a zero and not a gap. */
export function countingFilters(context: Context, keys: readonly Key[]): { where: Filter[]; counted: Filter[] } {
  if (!keys.some(({ grain }) => grain)) return { where: whereOf(context), counted: [] }
  const grouped = (sql: string) => keys.some((key) => key.dimension !== undefined && sql.startsWith(`${key.sql} `))
  return {
    where: [...context.names.filter(({ sql }) => grouped(sql)), ...context.times],
    counted: [...context.names.filter(({ sql }) => !grouped(sql)), ...context.conditions],
  }
}

/** True if the question is about exactly one country or one industry. */
export const namesOneEntity = ({ values }: Slots, dataset: Dataset): boolean =>
  values.filter(({ dimension, negated }) => dimension === dataset.entity && !negated).length === 1
