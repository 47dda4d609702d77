import type { Figure, ResultLocation } from '@pf/core'
import { type ReactNode, useState } from 'react'
import type { ComponentState } from '../store/model/types.ts'
import { plainText } from '../text/plain-text.ts'
import { isData } from './create-lookup.ts'
import { rowText, type SourceContext, type SourceLine, sourceLines } from './source-lines.ts'

interface SourceLinesProps {
  lines: readonly SourceLine[]
  context: SourceContext
  onShow: (location: ResultLocation) => void
}

/** The lines about one source, each with its query and a button that shows the result. */
export function SourceLines({ lines, context: { messages, locale }, onShow }: SourceLinesProps) {
  return numbered(lines).map(([key, { text, query, location }]) => (
    <div className="pf-figure-source" key={key}>
      <p dir="auto">{text}</p>
      {query !== undefined && lines.find((line) => line.query === query) === lines[key] && (
        <p className="pf-figure-query">
          <span className="pf-sr">{messages.query}: </span>
          <code dir="ltr">{query}</code>
        </p>
      )}
      {location && (
        <button type="button" className="pf-tool" onClick={() => onShow(location)}>
          {location.row === undefined ? messages.showResult : messages.showRow(rowText(location.row, locale))}
        </button>
      )}
    </div>
  ))
}

/** The items of a list that does not change, with their positions as keys. */
const numbered = <Item,>(items: readonly Item[]): [number, Item][] => items.map((item, index) => [index, item])

interface SourceListProps {
  context: SourceContext
  components: readonly ComponentState[]
  summary: ReactNode
  onShow: (location: ResultLocation) => void
}

/** The sentence about the figures of an answer, which opens the list of all figures with their sources. */
export function SourceList({ context, components, summary, onShow }: SourceListProps) {
  const [isOpen, setOpen] = useState(false)
  const { messages, provenance, locale } = context
  const { figures, counts } = provenance
  const more = counts.result + counts.computed + counts.stated + counts.references - figures.length
  return (
    <details className="pf-figure-list" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && (
        <ul aria-label={messages.list}>
          {numbered(figures).map(([key, figure]) => (
            <li key={key}>
              <FigureName figure={figure} components={components} context={context} />
              <SourceLines lines={sourceLines(figure, context)} context={context} onShow={onShow} />
            </li>
          ))}
        </ul>
      )}
      {isOpen && more > 0 && <p>{messages.moreFigures(new Intl.NumberFormat(locale).format(more))}</p>}
    </details>
  )
}

function FigureName({ figure, components, context: { messages } }: { figure: Figure; components: readonly ComponentState[]; context: SourceContext }) {
  const { text, component, source } = figure
  const shown = components.find(({ id }) => id === component)
  const isUnproven = source.kind === 'stated' && source.by === 'model'
  const name = shown && plainText(shown.title ?? titleOf(shown) ?? shown.component, 80)
  return (
    <p className="pf-figure-name" dir="auto">
      {!isData(figure) && (
        <b>
          {plainText(text, 80)}
          {isUnproven && messages.sign}
        </b>
      )}{' '}
      {name && messages.inComponent(name)}
    </p>
  )
}

/** The own heading of a component, if its props have one. */
function titleOf({ props }: ComponentState): string | undefined {
  const { title, label } = props
  return [title, label].find((text): text is string => typeof text === 'string' && text !== '')
}
