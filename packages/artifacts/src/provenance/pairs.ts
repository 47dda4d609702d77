import type { ProvenanceOperation } from '@pf/core'
import type { TextFigure } from './figure.ts'
import { isInside, type Range, rangesOf } from './find-values.ts'
import { type Computation, shareWords } from './statistics.ts'

/** A value that the sentence shows and whose origin is known. */
export interface KnownValue {
  value: number
  computation: Computation
}

const maxKnown = 8
const changeWords =
  /more|less|fewer|without|remain|the rest|ohne|übrig|sans |higher|lower|differ|gap|than|rose|rise|risen|fell|fall|increas|decreas|grew|grow|declin|drop|gain|lost|change|above|below|heavier|lighter|longer|shorter|warmer|colder|up by|down by|by |mehr|weniger|höher|tiefer|niedriger|unterschied|stieg|sank|gestiegen|gesunken|zunahm|plus|moins|écart|hausse|baisse|más|menos|diferencia|増|減|差|多|少/
const timesWords = /times|twice|fold|ratio|×|\dx\b|mal\b|fois|veces|倍/
const sumWords = /together|total|combined|sum|both|in all|altogether|zusammen|insgesamt|ensemble|juntos|合計|共/

type Compute = (one: number, two: number) => number

/** Recognizes a difference, ratio, change or sum of two values of the same sentence, if the sentence says that it is one. */
export function findPair(figure: TextFigure, known: readonly KnownValue[], words: string): Computation | undefined {
  const isPercent = figure.units[0]?.dimension === 'percent'
  const attempts: [ProvenanceOperation, Compute][] = []
  if (changeWords.test(words)) attempts.push(['difference', (one, two) => one - two])
  if (isPercent && changeWords.test(words)) attempts.push(['percent_change', (one, two) => (two - one) / Math.abs(one)])
  if (isPercent && shareWords.test(words)) attempts.push(['ratio', (one, two) => one / two])
  if (timesWords.test(words)) attempts.push(['ratio', (one, two) => one / two])
  if (sumWords.test(words)) attempts.push(['sum', (one, two) => one + two])
  if (attempts.length === 0) return undefined
  const ranges = rangesOf(figure, [])
  const fraction = isPercent ? fractionOnly(figure) : ranges
  for (const one of known.slice(0, maxKnown)) {
    for (const two of known.slice(0, maxKnown)) {
      if (one === two || one.value === two.value) continue
      for (const [operation, compute] of attempts) {
        const value = compute(one.value, two.value)
        const wanted = operation === 'percent_change' || operation === 'ratio' ? fraction : ranges
        if (isInside(wanted, value) || (operation === 'percent_change' && isInside(wanted, -value)))
          return { operation, operands: [...one.computation.operands, ...two.computation.operands].slice(0, 20), value }
      }
    }
  }
  return undefined
}

/** The ranges of the figure as a fraction of one. */
function fractionOnly({ readings, units, hedged }: TextFigure): Range[] {
  const factor = (units[0]?.factor ?? 1) / 100
  return rangesOf({ readings: readings.map(({ value, step }) => ({ value: value * factor, step: step * factor })), units: [], hedged }, [])
}
