import { countCell, distinctCell } from './columns.ts'
import { type Context, countingFilters, whereOf } from './context.ts'
import { withHaving } from './group-cells.ts'
import { keysOf } from './group-keys.ts'
import { type Problem, problem, type Query } from './query.ts'
import { keyOf, unusedFlags } from './slot-checks.ts'

/** Counts rows or the different values of a column. */
export function resolveCount(context: Context): Query | Problem {
  const { slots, dataset, notes } = context
  const unused = unusedFlags(slots, ['count', 'distinct', 'list', 'compare', 'ever', 'where', 'how much'])
  if (unused) return problem(unused)
  if (slots.aggregates.some(({ name }) => name !== 'sum')) return averageCount(context)
  const target = slots.keys.find(({ how }) => how === 'count')
  const others = slots.keys.filter((part) => part !== target && !part.entity)
  const keys = keysOf(
    context,
    others.map((part) => keyOf(dataset, part)),
    target ? [target.dimension, target.grain] : [],
  )
  if ('kind' in keys) return keys
  const measured = slots.measures.filter(({ at }) => !slots.conditions.some((condition) => condition.at === at))
  if (measured.length > 0) return problem(`I can count ${dataset.noun.many}, or give figures of “${measured[0]?.text}”, but not both at once.`)
  if (slots.flags.has('distinct') && dataset.table === 'cars' && (target ? target.entity : slots.entities.length > 0))
    return problem('I count the rows of the table, and several rows can have the same name. Ask without the word that leaves repetitions out.')
  const counted = target && !target.entity ? keyOf(dataset, target) : undefined
  if (target && !target.entity && !counted) return problem(`The table ${dataset.table} has no ${target.text}.`)
  const base = { kind: 'groups' as const, dataset, where: whereOf(context), notes, form: slots.form?.form }
  const ofGroups =
    counted !== undefined &&
    slots.conditions.length > 0 &&
    slots.entities.length === 0 &&
    (counted.grain !== undefined || (counted.dimension === dataset.entity && !context.pinned))
  if (counted && keys.length === 0 && ofGroups) return withHaving(context, { ...base, keys: [counted], cells: [countCell(dataset)], counting: true })
  if (counted && keys.length === 0) return { ...base, keys: [counted], cells: [countCell(dataset)], counting: true }
  if (counted) return { ...base, keys, cells: [distinctCell(counted)] }
  if (!target && dataset.entity && slots.entities.length === 0 && slots.conditions.length > 0)
    return problem(`Say what to count: ${dataset.dimensions.map(({ plural }) => plural).join(' or ')}.`)
  const { where, counted: conditions } = countingFilters(context, keys)
  return { ...base, where, keys, cells: [countCell(dataset, conditions)], ...(conditions.length > 0 ? { counted: conditions } : {}) }
}

const averageCount = ({ dataset }: Context) => problem(`I can count ${dataset.noun.many} or give the average of a column, but not both at once.`)
