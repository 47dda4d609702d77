import { useContext } from 'react'
import { FigureContext, type FigureMark } from '../context/figure-context.ts'
import { useRendering } from '../context/pf-context.ts'
import type { RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { useRows } from '../data/use-rows.ts'
import { type FormatOptions, type ValueFormat, valueFormatter } from '../format/value-formatter.ts'
import { metricMessages } from '../messages/metric.ts'
import { FigureSpot } from '../parts/figure-spot.tsx'
import { plainLine } from '../text/plain-text.ts'
import { Sparkline } from './metric/sparkline.tsx'
import { toneOf } from './metric/tone.ts'
import { NamedIcon } from './shared/named-icon.tsx'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

const formats: readonly ValueFormat[] = ['number', 'currency', 'percent', 'compact']

/** Renders a key figure with its label, its change, and a sparkline of past values. */
export function MetricRenderer({ props, id, title }: RendererProps) {
  const figures = useContext(FigureContext)
  const { locale, currency } = useRendering()
  const options = { locale, currency }
  const messages = useMessages('metric', metricMessages)
  const { change, sparkline } = props
  const tone = toneOf(props.color)
  const values = useRows(sparkline).rows.filter((value) => typeof value === 'number')
  return (
    <div className="pf-metric" data-tone={tone}>
      <p className="pf-metric-label">
        <NamedIcon name={props.icon} />
        <span>{plainLine(props.label, 200) || plainLine(title, 200)}</span>
      </p>
      <p className="pf-metric-value">
        <Shown text={valueText(props, options) || '…'} mark={figures?.at(id, '/value', props.value)} />
      </p>
      {typeof change === 'number' && Number.isFinite(change) && (
        <Change
          change={change}
          mark={figures?.at(id, '/change', change)}
          comparison={comparisonLabel(props.changeLabel, messages)}
          options={options}
          messages={messages}
        />
      )}
      {values.length > 1 && <Sparkline values={values} label={sparkLabel(values, options, messages)} />}
    </div>
  )
}

/** A figure, whose source is shown if it is known. */
const Shown = ({ text, mark }: { text: string; mark: FigureMark | undefined }) => (mark ? <FigureSpot mark={mark} text={text} /> : text)

/** The default label of the registry is translated as well. */
function comparisonLabel(asked: unknown, messages: typeof metricMessages): string {
  const own = plainLine(asked, 100)
  return own === '' || own === metricMessages.comparedTo ? messages.comparedTo : own
}

function valueText(props: RendererProps['props'], options: FormatOptions): string {
  const format = formats.find((candidate) => candidate === props.format) ?? 'number'
  const prefix = plainLine(props.prefix, 40)
  // A currency sign in the prefix replaces the one of the locale.
  const own = format === 'currency' && prefix !== ''
  const write = valueFormatter(own ? 'number' : format, options)
  const value = typeof props.value === 'string' ? plainLine(props.value, 400) : write(props.value)
  const suffix = plainLine(props.suffix, 40)
  if (value === '') return ''
  return `${prefix}${value}${suffix && (/^°?[\p{L}\p{N}]/u.test(suffix) ? `\u00a0${suffix}` : suffix)}`
}

/** Larger changes are shown as "more than" this factor. */
const MAX_SHARE = 100

interface ChangeProps {
  change: number
  mark: FigureMark | undefined
  comparison: string
  options: FormatOptions
  messages: typeof metricMessages
}

function Change({ change, mark, comparison, options, messages }: ChangeProps) {
  const direction = change > 0 ? 'up' : 'down'
  const marks = { up: '▲', down: '▼' }
  if (change === 0) return <p className="pf-metric-change">{`${messages.unchanged} ${comparison}`}</p>
  const share = valueFormatter('percent', options)
  const amount = Math.abs(change) > MAX_SHARE ? messages.moreThan(share(MAX_SHARE)) : share(Math.abs(change))
  return (
    <p className="pf-metric-change" data-direction={direction}>
      <span aria-hidden="true">{marks[direction]} </span>
      <span className="pf-sr">{messages[direction]} </span>
      <Shown text={amount} mark={mark} /> <span className="pf-metric-comparison">{comparison}</span>
    </p>
  )
}

function sparkLabel(values: readonly number[], options: FormatOptions, messages: typeof metricMessages): string {
  const write = valueFormatter('compact', options)
  const low = values.reduce((a, b) => Math.min(a, b))
  const high = values.reduce((a, b) => Math.max(a, b))
  return messages.sparkline({ count: values.length, first: write(values[0]), last: write(values.at(-1)), low: write(low), high: write(high) })
}
