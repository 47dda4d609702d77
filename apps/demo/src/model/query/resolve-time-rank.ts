import { labelColumns, measureColumn } from './columns.ts'
import { type Context, whereOf } from './context.ts'
import { measureOf } from './filters.ts'
import { type Filter, type Problem, problem, type Query } from './query.ts'
import { unusedFlags } from './slot-checks.ts'

const timeAliases = ['date', 'month', 'year', 'model_year']

/** Resolves the first or the newest rows that meet the conditions. */
export function resolveTimeRank(context: Context): Query | Problem {
  const { slots, dataset, notes } = context
  const unused = unusedFlags(slots, ['first', 'latest', 'when', 'list', 'ever', 'did', 'how much', 'count'])
  if (unused) return problem(unused)
  if (slots.flags.has('first') && slots.flags.has('latest')) return problem('I can look for the first or for the latest row, one at a time.')
  const time = labelColumns(dataset).find(({ alias }) => timeAliases.includes(alias))
  if (!dataset.time || !time) return problem(`The ${dataset.noun.many} of this table have no date, so I do not know the first or the latest.`)
  const strange = slots.superlatives.length > 0 || slots.aggregates.length > 0 || slots.flags.has('count') || slots.keys.some(({ how }) => how === 'by')
  if (strange) return problem('I can look for the first or the latest row, but not together with another ranking, a count or groups.')
  const measures =
    slots.measures.length > 0
      ? slots.measures.flatMap(({ ids }) => ids)
      : slots.conditions.length > 0
        ? slots.conditions.flatMap(({ ids }) => ids)
        : dataset.measures.map(({ id }) => id)
  const columns = [...new Set(measures)].flatMap((id) => measureOf(dataset, id) ?? []).map(measureColumn)
  const where: Filter[] = [...whereOf(context), ...amountFilters(context)]
  return {
    kind: 'rows',
    dataset,
    where,
    notes,
    columns: [...labelColumns(dataset), ...columns],
    order: { column: time, direction: slots.flags.has('first') ? 'min' : 'max' },
    limit: 1,
    form: slots.form?.form,
  }
}

/** Returns filters for an amount: "the first rain" is the first day with any rain, because a column that is summed and may be 0 is selected by its amount. */
function amountFilters({ slots, dataset }: Context): Filter[] {
  if (slots.conditions.length > 0 || slots.presets.length > 0) return []
  const named = slots.measures.flatMap(({ ids }) => (ids.length === 1 ? ids : [])).flatMap((id) => measureOf(dataset, id) ?? [])
  return named.flatMap(({ id, sql, name, unit }) => (id === 'precipitation_mm' ? [{ sql: `${sql} > 0`, text: `${name} above 0 ${unit}` }] : []))
}
