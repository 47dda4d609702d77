import type { SuperlativePart } from '../question/slots.ts'
import { type Context, whereOf } from './context.ts'
import { measureOf } from './filters.ts'
import { type Key, type Problem, problem, type Query } from './query.ts'
import { countsRows, directionOf, orderMeasure } from './rank-measure.ts'
import { asksAboutRow, asksForSeveral, groupOf, isNumber, targetOf } from './rank-target.ts'
import { bestOfEachGroup, rankedGroups, rankedRows } from './ranked-queries.ts'
import { unusedFlags } from './slot-checks.ts'

/** Words that rank only lengths and durations. */
const lengthWords = /\b(longest|shortest|deepest|shallowest)\b/i
const hasLength = /length|depth|life|acceleration/

/** Resolves superlatives: the rows or groups with the highest or lowest value. */
export function resolveRank(context: Context): Query | Problem {
  const { slots } = context
  const unused = unusedFlags(slots, ['ever', 'when', 'where', 'list', 'how much', 'by measure', 'did', 'count', 'distinct'])
  if (unused) return problem(unused)
  const superlatives =
    slots.superlatives.length > 0
      ? slots.superlatives
      : slots.aggregates.map(({ name, ...part }): SuperlativePart => ({ ...part, direction: name === 'min' ? 'min' : 'max' }))
  const named = superlatives.filter(({ ranked }) => !ranked)
  const [superlative] = named.length > 0 ? named : superlatives
  if (!superlative) return problem('I did not find what to rank by.')
  if (named.length === 2 && superlatives.some(({ count = 1, nth = 1 }) => count > 1 || nth > 1))
    return problem('I can list several rows from one end at a time. Ask for the highest and for the lowest ones separately.')
  if (named.length === 2) return bothEnds(context, named)
  if (named.length > 2 || superlatives.length > 2) return problem('I can rank by one thing at a time.')
  const count = superlatives.find((part) => part.count !== undefined)?.count
  return rank(context, count === undefined ? superlative : { ...superlative, count }, slots.superlatives.length > 0)
}

/** Resolves both ends of one measure, as in "the heaviest and the lightest". */
function bothEnds(context: Context, [first, second]: readonly SuperlativePart[]): Query | Problem {
  const measures = [first, second].map((part) => part && orderMeasure(context, part))
  const [one, other] = measures
  const ids = (one && 'id' in one ? [one.id] : []).concat(other && 'id' in other ? [other.id] : [])
  const same = ids[0] === ids[1] || ids.every((id) => id === 'temp_max_c' || id === 'temp_min_c')
  if (!same || first?.direction === second?.direction || context.slots.keys.some(({ entity }) => !entity))
    return problem('I can answer one superlative at a time, or the highest and the lowest of one column.')
  const found = [...new Set(ids)].flatMap((id) => measureOf(context.dataset, id) ?? [])
  return {
    kind: 'summary',
    dataset: context.dataset,
    where: whereOf(context),
    notes: context.notes,
    measures: found,
    ends: true,
    form: context.slots.form?.form,
  }
}

function rank(context: Context, superlative: SuperlativePart, withAggregate: boolean): Query | Problem {
  const { slots, dataset } = context
  const target = targetOf(context, superlative)
  if (target && 'kind' in target) return target
  const aggregates = withAggregate ? slots.aggregates : []
  const plural = withAggregate && asksForSeveral(context, superlative, target)
  if (aggregates.length > 1) return problem('I can rank by one figure at a time.')
  const behind = slots.keys.find(({ at, how }) => how === 'mention' && at === superlative.at + 1)
  if (superlative.amount && !superlative.common && behind?.dimension && slots.keys.indexOf(behind) >= 0 && isNumber(dataset, behind))
    return problem(`I cannot rank by ${behind.text}. I can count or list the ones with a certain number, for example “8 ${behind.text}”.`)
  const counted = countsRows(context, superlative)
  const measure = counted ? undefined : orderMeasure(context, superlative)
  if (measure && 'kind' in measure) return measure
  if (!counted && !measure)
    return problem(`“${superlative.text}” does not say by which column. The table ${dataset.table} has ${dataset.measures.map(({ name }) => name).join(', ')}.`)
  if (measure && lengthWords.test(superlative.text) && superlative.measure === undefined && !hasLength.test(measure.id))
    return problem(`“${superlative.text}” does not go with ${measure.name}. Ask for the highest or the lowest.`)
  const direction = directionOf(superlative, measure)
  if (!direction) return problem(`I do not know what “${superlative.text}” means for ${measure?.name}. Ask for the highest or the lowest.`)
  const groups = slots.keys.filter(({ how }) => how === 'by')
  if (groups.length > 0) return bestOfEachGroup(context, { groups, measure, direction, aggregate: aggregates[0]?.name, superlative })
  const ofRow = !counted && aggregates.length === 0 && asksAboutRow(context, superlative, target)
  const key = ofRow ? undefined : groupOf(context, target, { aggregated: aggregates.length > 0, counted })
  if (key && 'kind' in key && key.kind === 'problem') return key as Problem
  if (key && aggregates.length > 0 && context.pinned && target?.dimension === dataset.entity)
    return problem('I can rank values or combine them, but not combine the ranked ones.')
  if (key) return rankedGroups(context, { key: key as Key, measure, direction, aggregate: aggregates[0]?.name, superlative, plural })
  if (aggregates.length > 0 || counted || !measure)
    return problem(`Say for which groups I should compare, for example “by ${dataset.dimensions[0]?.name ?? 'year'}”.`)
  return rankedRows(context, { measure, direction, superlative, plural: plural && !ofRow })
}
