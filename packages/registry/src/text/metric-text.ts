import type { ComponentText } from '../contracts/component-text.ts'
import { cellText, changeText, listAt, textAt } from './parts.ts'

/** A line such as `Revenue: $482,300, +6.4% vs September`. */
export const metricText: ComponentText = {
  full: (props) => {
    const past = listAt(props, 'sparkline')
    const values = past.slice(0, 100).map((value) => cellText(value, props.format))
    return past.length > 0 ? `${line(props)}\nEarlier: ${values.join(', ')}${past.length > 100 ? ', …' : ''}` : line(props)
  },
  short: line,
}

function line(props: Readonly<Record<string, unknown>>): string {
  const figure = `${textAt(props, 'prefix')}${cellText(props.value, props.format)}${textAt(props, 'suffix')}`
  const change =
    typeof props.change === 'number' && Number.isFinite(props.change) ? `, ${changeText(props.change)} ${textAt(props, 'changeLabel') || 'vs last period'}` : ''
  return `${textAt(props, 'label')}: ${figure}${change}`
}
