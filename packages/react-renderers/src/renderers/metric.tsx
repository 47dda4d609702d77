import { type FormatOptions, type ValueFormat, valueFormatter } from '../format/value-formatter.ts'
import { useRendering } from '../hooks/context.ts'
import type { RendererProps } from '../renderer/renderer-props.ts'
import { plainText } from '../text/plain-text.ts'
import { MetricIcon } from './metric/metric-icon.tsx'
import { Sparkline } from './metric/sparkline.tsx'
import { toneOf } from './metric/tone.ts'

const formats: readonly ValueFormat[] = ['number', 'currency', 'percent', 'compact']
const words = (value: unknown, limit: number) => (typeof value === 'string' ? plainText(value, limit) : '')

/** One key figure: label, value, change with its direction, a small line of past values. */
export function MetricRenderer({ props, title }: RendererProps) {
  const { locale, currency } = useRendering()
  const options = { locale, currency }
  const { change, sparkline } = props
  const tone = toneOf(props.color)
  const values = Array.isArray(sparkline) ? sparkline.filter((value) => typeof value === 'number') : []
  return (
    <div className="pf-metric" data-tone={tone}>
      <p className="pf-metric-label">
        <MetricIcon name={props.icon} />
        <span>{words(props.label, 200) || words(title, 200)}</span>
      </p>
      <p className="pf-metric-value">{valueText(props, options) || '…'}</p>
      {typeof change === 'number' && Number.isFinite(change) && <Change change={change} against={props.changeLabel} options={options} />}
      {values.length > 1 && <Sparkline values={values} label={sparkLabel(values, options)} />}
    </div>
  )
}

function valueText(props: RendererProps['props'], options: FormatOptions): string {
  const format = formats.find((candidate) => candidate === props.format) ?? 'number'
  const prefix = words(props.prefix, 40)
  // A currency sign of the model's own replaces ours.
  const own = format === 'currency' && prefix !== ''
  const write = valueFormatter(own ? 'number' : format, options)
  const value = typeof props.value === 'string' ? words(props.value, 400) : write(props.value)
  const suffix = words(props.suffix, 40)
  if (value === '') return ''
  return `${prefix}${value}${suffix && (/^°?[\p{L}\p{N}]/u.test(suffix) ? `\u00a0${suffix}` : suffix)}`
}

/** A change that is larger than a hundredfold is no longer one to be read as a share. */
const MOST = 100

interface ChangeProps {
  change: number
  against: unknown
  options: FormatOptions
}

function Change({ change, against, options }: ChangeProps) {
  const direction = change > 0 ? 'up' : 'down'
  const marks = { up: '▲', down: '▼' }
  const said = { up: 'Up', down: 'Down' }
  if (change === 0) return <p className="pf-metric-change">No change {words(against, 100) || 'vs last period'}</p>
  const share = valueFormatter('percent', options)
  const amount = Math.abs(change) > MOST ? `more than ${share(MOST)}` : share(Math.abs(change))
  return (
    <p className="pf-metric-change" data-direction={direction}>
      <span aria-hidden="true">{marks[direction]} </span>
      <span className="pf-sr">{said[direction]} </span>
      {amount} <span className="pf-metric-against">{words(against, 100) || 'vs last period'}</span>
    </p>
  )
}

function sparkLabel(values: readonly number[], options: FormatOptions): string {
  const write = valueFormatter('compact', options)
  const low = values.reduce((a, b) => Math.min(a, b))
  const high = values.reduce((a, b) => Math.max(a, b))
  return `${values.length} values from ${write(values[0])} to ${write(values.at(-1))}, lowest ${write(low)}, highest ${write(high)}`
}
