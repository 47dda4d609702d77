// Answers about a question in five languages and several layouts, with the numbers of which it is known where they come from.
import { formsOf, nameText } from './forms.mjs'

const pick = (random, list) => list[Math.floor(random() * list.length)]

const locales = ['en', 'en', 'en', 'de', 'fr', 'es', 'ja']

/** Sentences with one number; NAME is the row, MEASURE the measure and VALUE the number. */
const sentences = {
  en: [
    'NAME: VALUE.',
    'For NAME the MEASURE is **VALUE**.',
    'NAME has a MEASURE of VALUE.',
    'The MEASURE was VALUE (NAME).',
    'With VALUE, NAME comes next in MEASURE.',
  ],
  de: ['NAME: VALUE.', 'Bei NAME beträgt der Wert (MEASURE) **VALUE**.', 'NAME liegt bei VALUE.'],
  fr: ['NAME : VALUE.', 'Pour NAME, la valeur (MEASURE) est de **VALUE**.', 'NAME atteint VALUE.'],
  es: ['NAME: VALUE.', 'Para NAME el valor (MEASURE) es **VALUE**.', 'NAME alcanza VALUE.'],
  ja: ['NAMEは**VALUE**です。', 'NAME：VALUE。'],
}
/** Sentences with two numbers. */
const pairs = {
  en: [
    'NAME has VALUE and OTHER has SECOND.',
    'NAME reaches VALUE, while OTHER only has SECOND.',
    'It went from VALUE (NAME) to SECOND (OTHER).',
    'Compare NAME with VALUE; OTHER with SECOND.',
    'NAME: VALUE, OTHER: SECOND.',
  ],
  de: ['NAME hat VALUE und OTHER hat SECOND.', 'NAME: VALUE, OTHER: SECOND.'],
  fr: ['NAME a VALUE et OTHER a SECOND.', 'NAME : VALUE ; OTHER : SECOND.'],
  es: ['NAME tiene VALUE y OTHER tiene SECOND.', 'NAME: VALUE, OTHER: SECOND.'],
  ja: ['NAMEは VALUE、OTHERは SECONDです。'],
}
/** Sentences with a computed number: its value of a row, another row and all rows, and the digits and unit with which it is written. */
const computed = [
  { text: 'On average the MEASURE is THIRD.', of: ({ values }) => values.reduce((sum, value) => sum + value, 0) / values.length },
  { text: 'The median MEASURE is THIRD.', of: ({ values }) => median(values) },
  { text: 'Together they have THIRD in MEASURE.', of: ({ values }) => values.reduce((sum, value) => sum + value, 0) },
  { text: 'NAME has VALUE, THIRD more than OTHER with SECOND.', of: ({ one, two }) => one - two, needs: ({ one, two }) => one > two },
  {
    text: 'NAME has THIRD times the MEASURE of OTHER: VALUE against SECOND.',
    of: ({ one, two }) => one / two,
    needs: ({ one, two }) => one > two && two > 0,
    unit: undefined,
    digits: 2,
  },
  {
    text: 'It rose from SECOND (OTHER) to VALUE (NAME), an increase of THIRD.',
    of: ({ one, two }) => (100 * (one - two)) / two,
    needs: ({ one, two }) => one > two && two > 0,
    unit: '%',
    digits: 1,
  },
  {
    text: 'By my count the quotient is THIRD for NAME and OTHER.',
    of: ({ one, two }) => one / two,
    needs: ({ one, two }) => two !== 0 && one !== 0,
    unit: undefined,
    digits: 3,
    declares: 'ratio',
  },
]
const median = (values) => {
  const sorted = [...values].sort((one, other) => one - other)
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2
}

/** Numbers that are not figures. */
const remarks = [
  'See section 2 for the method (v2.1, at 10:30).',
  'More under https://example.org/data/2012/37?id=99123.',
  'Call +49 30 901820 or write to team42@example.org.',
  'Measured with the F-150 and COVID-19 rules of Q3 2024 in H1.',
  'This is the 3rd of the two ways to look at it [1].',
  'Use `LIMIT 47` to see fewer.',
  'The query was\n```sql\nSELECT * FROM t WHERE a > 48.5\n```',
  'A 5-year plan, 24/7, in a 3:1 ratio.',
  'The ISO 8601 form is used, and H2O and CO2 are names.',
]
const openings = {
  en: 'Here is what I found about ABOUT.',
  de: 'Das Ergebnis:',
  fr: 'Voici le résultat :',
  es: 'Este es el resultado:',
  ja: '結果は次のとおりです。',
}

/** Builds a text and remembers where each number is. */
class Answer {
  text = ''
  numbers = []
  computations = []

  add(text) {
    this.text += text
  }

  /** Appends a template, with names as given and numbers as written. */
  fill(template, values) {
    for (const part of template.split(/(NAME|OTHER|MEASURE|VALUE|SECOND|THIRD)/)) {
      const value = values[part]
      if (value === undefined) this.add(part)
      else if (typeof value === 'string') this.add(value)
      else this.number(value)
    }
  }

  number(number) {
    const start = this.text.length
    this.add(number.text)
    this.numbers.push({ ...number, start, end: this.text.length })
  }
}

/** Makes an answer. `numbers` is called for each number and returns it as it is written, so that another caller can alter it. */
export function makeAnswer(question, random, write) {
  const { rows, key, measures, about, isDate } = question
  const locale = pick(random, locales)
  const answer = new Answer()
  const numberOf = (row, measure) => write({ row, measure, value: row[measure.field], form: pick(random, formsOf(measure, locale)), locale })
  const usable = rows.filter((row) => measures.every(({ field }) => typeof row[field] === 'number'))
  const name = (row) => nameText(row[key], locale, isDate, random)
  answer.add(openings[locale].replace('ABOUT', about))
  const layout = random()
  if (layout < 0.25) addTable()
  else if (layout < 0.45) addList()
  else addSentences()
  if (random() < 0.4) answer.add(`\n\n${pick(random, remarks)}`)
  if (random() < 0.25 && locale === 'en') answer.add(`\n\n## ${rows.length} findings\n\nThe query returned ${rows.length} rows.`)
  return { text: answer.text, numbers: answer.numbers, computations: answer.computations, locale }

  function addSentences() {
    for (let count = 2 + Math.floor(random() * 3); count > 0; count--) {
      const row = pick(random, usable)
      const measure = pick(random, measures)
      const other = usable.find((each) => each[key] !== row[key] && each[measure.field] !== row[measure.field])
      answer.add(' ')
      if (locale === 'en' && other && random() < 0.3 && addComputed({ row, other, measure })) continue
      const isPair = other !== undefined && random() < 0.5
      const values = { NAME: name(row), MEASURE: measure.name, VALUE: numberOf(row, measure) }
      if (isPair) answer.fill(pick(random, pairs[locale]), { ...values, OTHER: name(other), SECOND: numberOf(other, measure) })
      else answer.fill(pick(random, sentences[locale]), values)
    }
  }

  function addComputed({ row, other, measure }) {
    const { text, of, needs, declares, ...shown } = pick(random, computed)
    const [one, two] = [row[measure.field], other[measure.field]]
    const values = rows.map((each) => each[measure.field]).filter((value) => typeof value === 'number')
    if (needs && !needs({ one, two })) return false
    const value = of({ one, two, values })
    const third = { ...measure, large: false, thousands: false, ...shown }
    if (declares)
      answer.computations.push({
        operation: declares,
        operands: [row, other].map((each) => ({ ref: 'run_query.rows', path: `/${rows.indexOf(each)}/${measure.field}` })),
      })
    const written = () => write({ row, measure: third, value, form: formsOf(third, locale)[0], locale })
    const needed = { NAME: name(row), OTHER: name(other), MEASURE: measure.name }
    const numbers = { VALUE: () => numberOf(row, measure), SECOND: () => numberOf(other, measure), THIRD: written }
    for (const place of ['VALUE', 'SECOND', 'THIRD']) if (text.includes(place)) needed[place] = numbers[place]()
    answer.fill(text, needed)
    return true
  }

  function addList() {
    const measure = pick(random, measures)
    const isNumbered = random() < 0.5
    shuffled(usable, random)
      .slice(0, 5)
      .forEach((row, index) => {
        answer.add(`\n${isNumbered ? `${index + 1}.` : '-'} `)
        answer.fill('NAME: VALUE', { NAME: name(row), VALUE: numberOf(row, measure) })
      })
  }

  function addTable() {
    const shown = measures.slice(0, 3)
    answer.add(`\n\n| | ${shown.map((measure) => measure.name).join(' | ')} |\n|---|${shown.map(() => '---').join('|')}|`)
    for (const row of shuffled(usable, random).slice(0, 5)) {
      answer.add(`\n| ${name(row)} |`)
      for (const measure of shown) {
        answer.add(' ')
        answer.number(numberOf(row, measure))
        answer.add(' |')
      }
    }
    answer.add('\n')
  }
}

export function shuffled(list, random) {
  const copy = [...list]
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[copy[at], copy[other]] = [copy[other], copy[at]]
  }
  return copy
}
