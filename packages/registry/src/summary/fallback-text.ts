import { isRecord, truncateText } from '@pf/core/internal'
import { attempt } from '../checks/attempt.ts'
import { clean } from '../text/clean.ts'
import { genericText } from '../text/generic-text.ts'

const max = 2000

/**
 * Returns the text for a component without a renderer: its title or name, and the texts in its props. Plain text of at most 2,000
 * characters. Accepts any values and never throws.
 */
export function fallbackText(component: unknown, props: unknown, title?: unknown): string {
  const name = typeof component === 'string' ? component.slice(0, 64).replaceAll(/[_-]/g, ' ') : 'component'
  const head = typeof title === 'string' && title.trim() !== '' ? title.slice(0, 200) : name
  const text = attempt(() => (isRecord(props) ? genericText.full(props, { nested: () => '' }) : ''), '')
  const whole = clean(`${head}\n${text}`.slice(0, max * 2)).trim()
  return truncateText(whole, max)
}
