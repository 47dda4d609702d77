import type { ComponentText } from '../contracts/component-text.ts'
import { count, listAt, textAt, valueAt } from './parts.ts'

/** The title, the purpose and a line for each field. */
export const formText: ComponentText = {
  full: (props) => [textAt(props, 'title'), textAt(props, 'description'), ...listAt(props, 'fields').map(fieldLine)].filter(Boolean).join('\n'),
  short: (props) => {
    const fields = listAt(props, 'fields')
    return `${textAt(props, 'title') || 'Form'}: ${count(fields.length, 'field')} (${fields.slice(0, 8).map(nameOf).join(', ')})`
  },
}

const nameOf = (field: unknown) => textAt(field, 'label') || textAt(field, 'name')

/** Returns a line such as `- Period (select, required): This month, Last month`, without the default. */
function fieldLine(field: unknown): string {
  const marks = [textAt(field, 'type'), valueAt(field, 'required') === true ? 'required' : '', valueAt(field, 'disabled') === true ? 'disabled' : '']
  const options = listAt(field, 'options').map((option) => (typeof option === 'string' ? option : textAt(option, 'label') || textAt(option, 'value')))
  const rest = [options.join(', '), textAt(field, 'helpText')].filter(Boolean).join('; ')
  return `- ${nameOf(field)} (${marks.filter(Boolean).join(', ')})${rest === '' ? '' : `: ${rest}`}`
}
