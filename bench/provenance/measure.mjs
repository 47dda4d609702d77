// How many altered numbers are flagged, and how many true ones.
import { seeded } from '../lib/data.mjs'
import { alter, alterations } from './alterations.mjs'
import { makeAnswer } from './answers.mjs'
import { makeComponent } from './components.mjs'
import { makeQuestion } from './results.mjs'

const isFlagged = ({ source }) => source.kind === 'stated' && source.by === 'model'

/** Traces `count` true answers and, for each, one with an altered number; every third answer with a component, of which a value is altered too. */
export function measureCorpus(trace, { seed, count, onMiss = () => {} }) {
  const random = seeded(seed)
  const totals = {
    answers: 0,
    figures: 0,
    falseFlags: 0,
    altered: 0,
    flagged: 0,
    kinds: Object.fromEntries([...alterations, 'component'].map((kind) => [kind, { altered: 0, flagged: 0 }])),
  }
  for (let index = 0; index < count; index++) {
    const question = makeQuestion(random)
    const seeds = { answer: Math.floor(random() * 2 ** 32), component: Math.floor(random() * 2 ** 32) }
    const kind = alterations[index % alterations.length]
    traceTrue({ question, seeds, index })
    traceAltered({ question, seeds, kind })
    if (index % 3 === 0) traceAlteredComponent({ question, seeds })
  }
  return totals

  function traceTrue({ question, seeds, index }) {
    const answer = makeAnswer(question, seeded(seeds.answer), asTrue)
    const components = index % 3 === 0 ? [makeComponent(question, seeded(seeds.component), (row, measure) => row[measure.field])] : []
    const found = trace({ results: question.results, answer: answer.text, components, conversation: [question.question], computations: answer.computations })
    const { result, computed, stated, unproven } = found.counts
    totals.answers++
    totals.figures += result + computed + stated
    totals.falseFlags += unproven
    for (const figure of found.figures.filter(isFlagged)) onMiss({ what: 'false flag', figure, text: answer.text, components })
  }

  function traceAltered({ question, seeds, kind }) {
    const numbers = makeAnswer(question, seeded(seeds.answer), asTrue).numbers
    const choose = seeded(seeds.answer ^ 0x5bd1e995)
    const target = Math.floor(choose() * numbers.length)
    let at = -1
    let done = false
    const answer = makeAnswer(question, seeded(seeds.answer), (number) => {
      at++
      const written = at === target ? alter(kind, number, question.rows, choose) : undefined
      if (written !== undefined) done = true
      return { ...number, text: written ?? number.form.write(number.value), altered: written !== undefined }
    })
    if (!done) return
    const changed = answer.numbers.find(({ altered }) => altered)
    const found = trace({ results: question.results, answer: answer.text, conversation: [question.question], computations: answer.computations })
    totals.answers++
    countAltered(
      kind,
      found.figures.some((figure) => isFlagged(figure) && figure.start < changed.end && figure.end > changed.start),
      () => ({ changed, found, answer }),
    )
  }

  function traceAlteredComponent({ question, seeds }) {
    const choose = seeded(seeds.component ^ 0x5bd1e995)
    let written = 0
    makeComponent(question, seeded(seeds.component), (row, measure) => {
      written++
      return row[measure.field]
    })
    const target = Math.floor(choose() * written)
    let at = -1
    let altered
    const component = makeComponent(question, seeded(seeds.component), (row, measure) => {
      at++
      if (at !== target) return row[measure.field]
      altered = otherValue(row[measure.field], choose)
      return altered
    })
    const found = trace({ results: question.results, components: [component] })
    totals.answers++
    countAltered(
      'component',
      found.figures.some((figure) => isFlagged(figure) && figure.text === String(altered)),
      () => ({ component, altered, found }),
    )
  }

  function countAltered(kind, flagged, describe) {
    totals.altered++
    totals.kinds[kind].altered++
    if (!flagged) return onMiss({ what: `missed ${kind}`, ...describe() })
    totals.flagged++
    totals.kinds[kind].flagged++
  }
}

const asTrue = (number) => ({ ...number, text: number.form.write(number.value) })

/** Another number with as many decimals. */
function otherValue(value, random) {
  const decimals = (String(value).split('.')[1] ?? '').length
  for (;;) {
    const other = Number((value * (0.6 + random() * 0.8) + (random() < 0.5 ? 1 : -1) * 10 ** -decimals).toFixed(decimals))
    // A number with fewer decimals, because they are zero, must not be a correct rounding.
    const shown = (String(other).split('.')[1] ?? '').length
    if (Math.abs(other - value) > 0.5001 * 10 ** -shown) return other
  }
}
