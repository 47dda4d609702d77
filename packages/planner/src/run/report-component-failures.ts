import type { ModelMessage } from '../model/model.ts'
import { clientNote } from '../prompt/history.ts'
import type { Run } from './run.ts'

const maxReasonChars = 200
const maxNameChars = 64
const hint = 'The user sees an error card instead. Correct it under the same id, show something else, or say in your answer that it is missing.'

/**
 * Takes the reports of components that pages could not draw. They are added to the warnings of the payload and returned as messages for the
 * model, as data. Reports about components that the run has not shown are dropped. A reason may quote props, so it is withheld from the
 * model for a component with data that the model may not see.
 */
export function reportComponentFailures({ segment, state, emit }: Run): ModelMessage[] {
  return segment.failures.take().flatMap((failure) => {
    const shown = segment.components.get(failure.component_id)
    if (!shown) return []
    const { id } = shown
    const component = oneLine(failure.component, maxNameChars) || shown.component
    const text = `The page could not render the component ${component} (id ${id.slice(0, maxNameChars)}).`
    state.warnings.push(text)
    emit({ type: 'warning', code: 'component_not_drawn', text })
    const reason = shown.hidden ? '' : oneLine(failure.reason, maxReasonChars)
    return [clientNote(`${text}${reason === '' ? '' : ` The page says: ${JSON.stringify(reason)}`} ${hint}`)]
  })
}

/** Returns untrusted text of a browser in one line, without invisible characters. */
const oneLine = (text: string, maxChars: number) =>
  text
    .slice(0, maxChars * 4)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxChars)
    .toWellFormed()
