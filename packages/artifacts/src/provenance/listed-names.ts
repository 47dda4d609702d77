import type { TextFigure } from './figure.ts'
import { isRange } from './find-figures.ts'
import { addName, type NamedColumns, type NameHit } from './names.ts'
import type { ResultIndex } from './result-tables.ts'

/** Names or figures that follow each other in a sentence. */
interface Run {
  names: Map<number, number[]>[]
  figures: TextFigure[]
}

/** Returns the names of a figure, given those of its clause and of its sentence. */
type NamesOf = (figure: TextFigure, named: NamedColumns, all: NamedColumns) => NamedColumns

const asIs: NamesOf = (_figure, named) => named

/**
 * Recognizes sentences that list several names of a column in a row, as in "A and B weigh 3 and 4 kg". The first figure of as many belongs to the
 * first name, but the ends of a range to any. Otherwise it is unknown which figure belongs to which name. `figures` and `hits` are in the order of the text.
 */
export function listedNames(text: string, { figures, hits, index }: { figures: readonly TextFigure[]; hits: readonly NameHit[]; index: ResultIndex }): NamesOf {
  const runs = runsOf(figures, hits, index)
  const columns = new Set(runs.flatMap(({ names }) => listedIn(names)))
  if (columns.size === 0) return asIs
  const own = new Map<TextFigure, Map<number, number>>()
  const isList = (run: Run | undefined) => run?.figures.every((figure, at, all) => at === 0 || !isRange(text, all[at - 1] ?? figure, figure))
  runs.forEach((run, at) => {
    const around = [runs[at + 1], runs[at - 1]].filter(isList).map((each) => each?.figures)
    for (const column of listedIn(run.names)) assign(column, { names: run.names, figures: around, own })
  })
  return (figure, named, all) => {
    const wider = new Map(named)
    for (const column of columns) {
      const one = own.get(figure)?.get(column)
      const ids = one === undefined ? all.get(column) : new Set([one])
      if (ids) wider.set(column, ids)
    }
    return wider
  }
}

function runsOf(figures: readonly TextFigure[], hits: readonly NameHit[], index: ResultIndex): Run[] {
  const items = [
    ...figures.filter(({ dates }) => dates.length === 0).map((figure) => ({ start: figure.start, figure, hit: undefined })),
    ...hits.map((hit) => ({ start: hit.start, figure: undefined, hit })),
  ]
  items.sort((one, other) => one.start - other.start)
  const runs: Run[] = []
  for (const { figure, hit } of items) {
    const last = runs.at(-1)
    const continues = last && (figure ? last.names.length === 0 : last.figures.length === 0)
    const run: Run = continues ? last : { names: [], figures: [] }
    if (!continues) runs.push(run)
    if (figure) run.figures.push(figure)
    else if (hit) run.names.push(columnsOf(hit, index))
  }
  return runs
}

/** The columns of a name, with the ids that it has there. */
function columnsOf(hit: NameHit, index: ResultIndex): Map<number, number[]> {
  const found = new Map<number, Set<number>>()
  for (const id of hit.ids) addName(index, id, found)
  return new Map([...found].map(([column, ids]) => [column, [...ids]]))
}

/** The columns of which a run has different names. */
function listedIn(names: Run['names']): number[] {
  const first = new Map<number, number | undefined>()
  const listed = new Set<number>()
  for (const columns of names) {
    for (const [column, [id]] of columns) {
      if (first.has(column) && first.get(column) !== id) listed.add(column)
      first.set(column, id)
    }
  }
  return [...listed]
}

/** Gives each figure the name at its position, if there are as many: the figures behind the names, or else those before them. */
function assign(
  column: number,
  { names, figures, own }: { names: Run['names']; figures: (TextFigure[] | undefined)[]; own: Map<TextFigure, Map<number, number>> },
) {
  const ids = names.flatMap((columns) => columns.get(column)?.[0] ?? [])
  const same = figures.find((list) => list?.length === ids.length && list.every((figure) => !own.get(figure)?.has(column)))
  same?.forEach((figure, at) => {
    const known = own.get(figure) ?? new Map<number, number>()
    own.set(figure, known)
    known.set(column, ids[at] ?? -1)
  })
}
