import { type Figure, type FinalPayload, type JsonValue, type Provenance, parsePointer } from '@pf/core'
import { getOwn, readProvenance } from '@pf/core/internal'
import type { FigureLookup, FigureMark, TextMark } from '../context/figure-context.ts'
import type { AssistantTurn } from '../store/model/types.ts'
import { findNested } from './find-nested.ts'

/** The figures of a turn: their origin, and the lookup with which they are marked. */
export interface TurnFigures {
  provenance: Provenance
  lookup: FigureLookup
}

/** The parts of a turn that have figures. */
export interface FigureTurn extends Pick<AssistantTurn, 'segments' | 'components'> {
  provenance?: JsonValue | undefined
  payload?: FinalPayload | undefined
}

/** Reads the figures of a turn; undefined if the server sent none or what it sent is invalid. */
export function createLookup(turn: FigureTurn): TurnFigures | undefined {
  const provenance = readProvenance(turn.provenance)
  if (!provenance) return undefined
  const texts = new Map<string, readonly TextMark[]>()
  const places = new Map<string, { figure: Figure; mark: FigureMark }[]>()
  for (const { text, figures } of textsOf(turn, provenance, places)) addText(texts, text, { marks: marksOf(text, figures), provenance })
  const nested = findNested(turn.components)
  const figuresAt = (id: string, pointer: string) => {
    const around = nested.get(id)
    return places.get(around ? keyOf(around.component, around.pointer + pointer) : keyOf(id, pointer))
  }
  return {
    provenance,
    lookup: {
      inText: (text) => texts.get(text) ?? noMarks,
      at: (id, pointer, value) => markAt(figuresAt(id, pointer), value),
      data: (id, pointer) => figuresAt(id, pointer)?.find(({ figure }) => isData(figure))?.mark,
    },
  }
}

const noMarks: readonly TextMark[] = []
const keyOf = (component: string, pointer: string) => JSON.stringify([component, pointer])
const markOf = ({ source }: Figure, index: number): FigureMark => ({ index, unproven: source.kind === 'stated' && source.by === 'model' })

/** True for data that a component shows by a data reference. */
export const isData = ({ text, start, source }: Figure): boolean =>
  start === undefined && source.kind === 'result' && source.row === undefined && text === source.ref.slice(0, 80)

interface LocatedFigure {
  start: number
  end: number
  text: string
  mark: FigureMark
}

interface FiguresOfText {
  text: string
  figures: LocatedFigure[]
}

/** Returns the texts with figures, and collects the figures of components by location. */
function textsOf(turn: FigureTurn, { figures }: Provenance, places: Map<string, { figure: Figure; mark: FigureMark }[]>): FiguresOfText[] {
  const inAnswer: LocatedFigure[] = []
  const inComponents = new Map<string, FiguresOfText>()
  for (const [index, figure] of figures.entries()) {
    const { start, end, text, component, pointer } = figure
    const mark = markOf(figure, index)
    const located = start === undefined || end === undefined ? undefined : { start, end, text, mark }
    if (component === undefined) {
      if (located) inAnswer.push(located)
      continue
    }
    if (pointer === undefined) continue
    const key = keyOf(component, pointer)
    places.set(key, [...(places.get(key) ?? []), { figure, mark }])
    const props = turn.components.find(({ id }) => id === component)?.props
    const shown = located && props && valueAt(props, pointer)
    if (located && typeof shown === 'string') inComponents.set(key, { text: shown, figures: [...(inComponents.get(key)?.figures ?? []), located] })
  }
  return [...answerTexts(turn, inAnswer), ...inComponents.values()]
}

/**
 * The offsets are those of the whole answer. It is the last text of the turn, which can be in several segments; if the segments are not the
 * answer, nothing is marked.
 */
function answerTexts({ segments, payload }: FigureTurn, figures: readonly LocatedFigure[]): FiguresOfText[] {
  const shown = segments.filter(({ withdrawn, text }) => !withdrawn && text !== '')
  for (let first = shown.length - 1; first >= 0; first--) {
    const texts = shown.slice(first).map(({ text }) => text)
    if (texts.join('') !== payload?.raw_answer) continue
    let at = 0
    return texts.map((text) => {
      const from = at
      at += text.length
      const inside = figures.filter(({ start, end }) => start >= from && end <= at)
      return { text, figures: inside.map((figure) => ({ ...figure, start: figure.start - from, end: figure.end - from })) }
    })
  }
  return []
}

/** Returns the marks of a text in order. Figures that are not at their offsets, or that overlap others, are left out. */
function marksOf(text: string, figures: readonly LocatedFigure[]): readonly TextMark[] {
  const found = figures.filter(({ start, end, text: figure }) => end > start && text.slice(start, end) === figure)
  const sorted = found.toSorted((a, b) => a.start - b.start)
  return sorted
    .filter(({ start, end }, index) => start >= (sorted[index - 1]?.end ?? 0) && end <= (sorted[index + 1]?.start ?? end))
    .map(({ start, end, text: figure, mark }) => ({ ...mark, start, end, text: figure }))
}

/** Adds the marks of a text. If the same text is shown elsewhere with other sources, neither is marked. */
function addText(texts: Map<string, readonly TextMark[]>, text: string, { marks, provenance }: { marks: readonly TextMark[]; provenance: Provenance }): void {
  const sources = (list: readonly TextMark[]) => JSON.stringify(list.map(({ start, end, index }) => [start, end, provenance.figures[index]?.source]))
  const known = texts.get(text)
  texts.set(text, known === undefined || sources(known) === sources(marks) ? marks : noMarks)
}

/** Returns the figure of a value: a number as a whole, a text by the figures in it, of which one that no result has comes first. */
function markAt(figures: readonly { figure: Figure; mark: FigureMark }[] | undefined, value: unknown): FigureMark | undefined {
  const matching = (figures ?? []).filter(({ figure: { text, start, end } }) =>
    typeof value === 'number'
      ? start === undefined && text === String(value)
      : typeof value === 'string' && start !== undefined && value.slice(start, end) === text,
  )
  return (matching.find(({ mark }) => mark.unproven) ?? matching[0])?.mark
}

/** Returns the value at a JSON Pointer; undefined if there is none. Inherited properties are ignored. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value
  for (const token of parsePointer(pointer) ?? [undefined]) found = token === undefined ? undefined : childOf(found, token)
  return found
}

/** Returns an own member of a list or an object. */
export function childOf(value: unknown, token: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d{0,15})$/.test(token) ? (value[Number(token)] as JsonValue | undefined) : undefined
  return typeof value === 'object' && value !== null ? (getOwn(value as Record<string, unknown>, token) as JsonValue | undefined) : undefined
}
