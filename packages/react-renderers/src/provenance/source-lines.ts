import { type Figure, type FigureSource, type Provenance, parsePointer, type ResultLocation } from '@pf/core'
import type { figureMessages, ResultPlace } from '../messages/figures.ts'
import type { AssistantTurn } from '../store/model/types.ts'
import { plainText } from '../text/plain-text.ts'
import { isData } from './create-lookup.ts'

/** A sentence about the source of a figure, with what it points to. */
export interface SourceLine {
  text: string
  /** The arguments of the call, as the page received them. */
  query?: string
  /** The location that can be shown. */
  location?: ResultLocation
}

/** What is needed to describe sources. */
export interface SourceContext {
  turn: Pick<AssistantTurn, 'toolCalls'>
  provenance: Provenance
  messages: typeof figureMessages
  locale: string | undefined
}

const maxQueryChars = 400

/** Describes where a figure comes from. */
export function sourceLines(figure: Figure, context: SourceContext): SourceLine[] {
  const { source } = figure
  const { messages } = context
  if (source.kind === 'result') return [resultLine(source, context, isData(figure) ? messages.fromData : messages.fromResult)]
  if (source.kind === 'computed') return computedLines(source, context)
  const by = { model: messages.byModel, conversation: messages.byConversation, query: messages.byQuery }[source.by]
  return [{ text: by }, ...(source.near ? [resultLine(source.near, context, messages.near)] : [])]
}

function computedLines({ operation, operands, declared, rows }: Extract<FigureSource, { kind: 'computed' }>, context: SourceContext): SourceLine[] {
  const { messages, locale } = context
  const some = rows === undefined ? undefined : new Intl.NumberFormat(locale).format(rows)
  const column = some === undefined ? messages.column : (place: ResultPlace) => messages.someRows(place, some)
  const lines = operands.map((operand) => resultLine(operand, context, operand.path.includes('*') ? column : messages.fromResult))
  // The query of several values is shown once, below the last of them.
  lines.forEach((line, at) => {
    if (line.query !== undefined && line.query === lines[at + 1]?.query && line.location?.ref === lines[at + 1]?.location?.ref) delete line.query
  })
  return [{ text: messages.computed[operation] }, ...lines, ...(declared ? [{ text: messages.declared }] : [])]
}

function resultLine(location: ResultLocation, context: SourceContext, write: (place: ResultPlace) => string): SourceLine {
  const { turn, provenance } = context
  const result = provenance.results.find(({ ref }) => ref === location.ref)
  const call = turn.toolCalls.find(({ id }) => id === (result?.tool_call_id || location.ref))
  const tool = plainText(result?.tool ?? call?.name ?? location.ref, 80)
  const query = call ? plainText(call.args, maxQueryChars) : ''
  const { ref, path, row } = location
  return {
    text: write(placeOf(location, { tool, started: call?.started, locale: context.locale })),
    location: { ref, path, ...(row === undefined ? {} : { row }) },
    ...(query === '' || query === '{}' ? {} : { query }),
  }
}

function placeOf(
  { path, row }: ResultLocation,
  { tool, started, locale }: { tool: string; started: number | undefined; locale: string | undefined },
): ResultPlace {
  const last = parsePointer(path)?.findLast((token) => !/^(?:\d+|\*)$/.test(token))
  return {
    tool,
    ...(row === undefined ? {} : { row: rowText(row, locale) }),
    ...(last === undefined ? {} : { field: plainText(last, 60) }),
    ...(started === undefined ? {} : { time: timeText(started, locale) }),
  }
}

/** Rows are numbered from 1. */
export const rowText = (row: number, locale: string | undefined) => new Intl.NumberFormat(locale).format(row + 1)

function timeText(started: number, locale: string | undefined): string {
  const date = new Date(started)
  if (Number.isNaN(date.getTime())) return ''
  const isToday = date.toDateString() === new Date().toDateString()
  return new Intl.DateTimeFormat(locale, isToday ? { timeStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' }).format(date)
}
