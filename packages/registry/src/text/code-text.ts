import type { ComponentText } from '../contracts/component-text.ts'
import { count, textAt } from './parts.ts'

/** The source below its file name. `short` gives the language, the file name, the number of lines and the first line that is not blank. */
export const codeText: ComponentText = {
  full: (props) => [textAt(props, 'filename'), textAt(props, 'code')].filter(Boolean).join('\n'),
  short: (props) => {
    const lines = textAt(props, 'code').split('\n')
    const kind = props.diff === true ? 'Change of code' : 'Code'
    const facts = [kind, textAt(props, 'language'), textAt(props, 'filename'), count(lines.length, 'line')].filter(Boolean).join(', ')
    return `${facts}: ${lines.find((line) => line.trim() !== '') ?? ''}`
  },
}
