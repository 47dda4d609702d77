import type { Span, TextFigure } from './figure.ts'
import { listedNames } from './listed-names.ts'
import { addName, type NamedColumns, type NameHit } from './names.ts'
import type { ResultIndex } from './result-tables.ts'
import { RowCells, titlesOf } from './row-cells.ts'

/** What a text says around a figure. */
export interface FigureContext {
  /** Names that the figure belongs to; a row with other names in these columns is not meant. */
  named: NamedColumns
  /** Names of the sentences before, which can mean the figure. */
  earlier: NamedColumns
  /** Number of the sentence in the text, and the sentence in lower case. */
  sentence: number
  words: string
  /** True if "of", "out of" or a word for it stands before the figure. */
  isWhole: boolean
  /** The text that can name the field of the figure: its clause if it is the only figure there, or the header and the first cell of its row. */
  fieldText: string
  /** True if the clause itself has names, and does not compare them with something else. */
  isOfNames: boolean
  /** True behind a colon in a clause with a name, or in a cell of a table. */
  isValue: boolean
}

const sentenceEnd = /[.!?]+(?=[\s*_"”)]|$)|[。！？\n]/gu
const clauseEnd =
  /[,，、;；|]|(?<=\s)(?:and|und|et|y|e|but|while|whereas|vs\.?|versus|then|compared|than|against|aber|während|mais|pero|ahead|behind|followed|to|bis)(?=\s)|—| [–-] |和/giu
const whole = /(?<!\p{L})(?:of|out of|von|sur|de|из)[ \u00a0](?:the |all )?[*_]{0,3}$/iu
/** Words for rows without a name. */
const unnamed = /(?<!\p{L})(?:unknown|others?|none|the rest|no value|unbekannt|sonstige|andere|inconnu|autres?|otros?|不明|その他)(?!\p{L})/iu
/** Words that compare what is named with the figure, as in "Gentoo are above the mean of 4,170 g". */
const comparison =
  /(?<!\p{L})(?:above|below|over|under|than|exceeds?|exceeding|beats?|near|close to|away from|über|unter|als|überdurchschnittlich|au-dessus|en dessous|supérieure?s?|inférieure?s?|encima|debajo|superior|inferior)(?!\p{L})|より|比/iu
const maxSentence = 2_000

interface Clause extends Span {
  hits: Map<number, Set<number>>
  figures: TextFigure[]
  /** Where its first name starts; infinite without one. */
  firstName: number
}

const empty: NamedColumns = new Map()

/** Determines for each figure which names it belongs to. `hits` and `figures` are in the order of the text. */
export function contextsOf(
  text: string,
  { figures, hits, index }: { figures: readonly TextFigure[]; hits: readonly NameHit[]; index: ResultIndex },
): Map<TextFigure, FigureContext> {
  const contexts = new Map<TextFigure, FigureContext>()
  const cursor = { figure: 0, hit: 0 }
  let earlier: NamedColumns = empty
  let header: Map<number, Set<number>>[] = []
  let titles: readonly string[] = []
  let inTable = false
  let number = 0
  for (const { start, end } of split(text, sentenceEnd, { start: 0, end: text.length, whole: figures })) {
    const inside = figuresBetween(figures, cursor, end)
    const named = hitsBetween(hits, cursor, end)
    const isRow = text
      .slice(start, start + 4)
      .trimStart()
      .startsWith('|')
    if (!isRow) [inTable, header, titles] = [false, [], []]
    if (isRow && titles.length === 0) titles = titlesOf(text, { start, end })
    if (inside.length === 0 && named.length === 0) continue
    const cells = isRow ? new RowCells(text, start, titles) : undefined
    const clauses = clausesOf(text, { start, end, figures: inside, hits: named, index })
    if (isRow && !inTable) [inTable, header] = [true, clauses.map(({ hits: own }) => own)]
    const listed = listedNames(text, { figures: inside, hits: named, index })
    const all = new Map<number, Set<number>>()
    for (const clause of clauses) merge(all, clause.hits)
    const words = inside.length === 0 ? '' : text.slice(start, Math.min(end, start + maxSentence)).toLowerCase()
    const isHeader = isRow && header.length === clauses.length && header.every((own, at) => own === clauses[at]?.hits)
    let before: NamedColumns = empty
    clauses.forEach((clause, at) => {
      const own = isRow && !isHeader ? merged(clause.hits, header[at] ?? empty) : clause.hits
      const following = before.size === 0 && own.size === 0 ? (clauses.slice(at, at + 4).find(({ hits: next }) => next.size > 0)?.hits ?? empty) : empty
      const near = own.size === 0 && following.size > 0 ? following : inherited(own, before)
      const current = unnamed.test(text.slice(clause.start, clause.end)) && own.size === 0 ? empty : near
      const numbers = clause.figures.filter(({ readings }) => readings.length > 0)
      const clauseText = numbers.length === 1 && !isRow ? text.slice(clause.start, Math.min(clause.end, clause.start + maxSentence)) : ''
      const isOfNames = own.size > 0 && !comparison.test(text.slice(clause.start, clause.end))
      for (const figure of clause.figures)
        contexts.set(figure, {
          isOfNames,
          fieldText: cells?.fieldText(figure.start) ?? clauseText,
          named: listed(figure, current, all),
          earlier,
          sentence: number,
          words,
          isWhole: whole.test(text.slice(Math.max(0, figure.start - 16), figure.start)),
          isValue: (isRow || clause.firstName < figure.start) && /[:：|][ \u00a0*_]{0,4}$/.test(text.slice(Math.max(0, figure.start - 6), figure.start)),
        })
      // A header of a table names its column only; the names of the row apply to the cells after it.
      before = inherited(clause.hits, before)
    })
    number++
    if (all.size > 0) earlier = all
  }
  return contexts
}

/** Splits a range at matches that are not inside one of the spans `whole`, which are in the order of the text. */
function split(text: string, pattern: RegExp, { start, end, whole }: { start: number; end: number; whole: readonly Span[] }): Span[] {
  const part = start === 0 && end === text.length ? text : text.slice(start, end)
  const parts: Span[] = []
  let from = start
  let next = 0
  for (const match of part.matchAll(pattern)) {
    const at = start + match.index
    while (next < whole.length && (whole[next]?.end ?? 0) <= at) next++
    const span = whole[next]
    if (span && span.start <= at && at < span.end) continue
    parts.push({ start: from, end: at + match[0].length })
    from = at + match[0].length
  }
  if (from < end) parts.push({ start: from, end })
  return parts
}

function figuresBetween(figures: readonly TextFigure[], cursor: { figure: number }, end: number): TextFigure[] {
  const from = cursor.figure
  while (cursor.figure < figures.length && (figures[cursor.figure]?.start ?? 0) < end) cursor.figure++
  return figures.slice(from, cursor.figure)
}

function hitsBetween(hits: readonly NameHit[], cursor: { hit: number }, end: number): NameHit[] {
  const from = cursor.hit
  while (cursor.hit < hits.length && (hits[cursor.hit]?.start ?? 0) < end) cursor.hit++
  return hits.slice(from, cursor.hit)
}

/** Returns the parts of a sentence in parentheses, which belong to the clause before them: "225 hp (Buick, USA, 1970)". */
function parentheses(text: string, { start, end }: Span): Span[] {
  const found: Span[] = []
  let depth = 0
  let from = 0
  for (let at = start; at < end; at++) {
    const character = text[at]
    if (character === '(' && depth++ === 0) from = at
    else if (character === ')' && depth > 0 && --depth === 0) found.push({ start: from, end: at + 1 })
  }
  return found
}

/** Sorts spans and joins those that overlap. */
function spansOf(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    const last = joined.at(-1)
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

interface Part {
  start: number
  end: number
  figures: readonly TextFigure[]
  hits: readonly NameHit[]
  index: ResultIndex
}

function clausesOf(text: string, { start, end, figures, hits, index }: Part): Clause[] {
  const cursor = { figure: 0, hit: 0 }
  const whole = spansOf([...figures, ...hits, ...parentheses(text, { start, end })])
  return split(text, clauseEnd, { start, end, whole }).map((part) => {
    const clause: Clause = { ...part, firstName: Number.POSITIVE_INFINITY, hits: new Map(), figures: figuresBetween(figures, cursor, part.end) }
    for (const hit of hitsBetween(hits, cursor, part.end)) {
      for (const id of hit.ids) addName(index, id, clause.hits)
      if (clause.hits.size > 0) clause.firstName = Math.min(clause.firstName, hit.start)
    }
    return clause
  })
}

function merge(target: Map<number, Set<number>>, other: NamedColumns): void {
  for (const [column, ids] of other) {
    const known = target.get(column)
    if (!known) target.set(column, new Set(ids))
    else for (const id of ids) known.add(id)
  }
}

function merged(one: NamedColumns, other: NamedColumns): NamedColumns {
  if (other.size === 0) return one
  const all = new Map([...one].map(([column, ids]) => [column, new Set(ids)] as const))
  merge(all, other)
  return all
}

const inherited = (own: NamedColumns, before: NamedColumns): NamedColumns => (before.size === 0 ? own : own.size === 0 ? before : new Map([...before, ...own]))
