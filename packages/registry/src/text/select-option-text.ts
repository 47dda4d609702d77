import type { ComponentText } from '../contracts/component-text.ts'
import { cellText, count, listAt, textAt, valueAt } from './parts.ts'

/** The question and a line for each option. */
export const selectOptionText: ComponentText = {
  full: (props) => [textAt(props, 'title'), textAt(props, 'description'), ...listAt(props, 'options').map(optionLine)].filter(Boolean).join('\n'),
  short: (props) => {
    const options = listAt(props, 'options')
    return `${textAt(props, 'title') || 'Choice'}: ${count(options.length, 'option')} (${options.slice(0, 8).map(nameOf).join(', ')})`
  },
}

const nameOf = (option: unknown) => textAt(option, 'label') || textAt(option, 'value')

function optionLine(option: unknown): string {
  const metadata = valueAt(option, 'metadata')
  const more = typeof metadata === 'object' && metadata !== null ? Object.entries(metadata).map(([key, value]) => `${key}: ${cellText(value)}`) : []
  const rest = [textAt(option, 'description'), ...more].filter(Boolean).join('; ')
  return `- ${nameOf(option)}${valueAt(option, 'disabled') === true ? ' (disabled)' : ''}${rest === '' ? '' : `: ${rest}`}`
}
