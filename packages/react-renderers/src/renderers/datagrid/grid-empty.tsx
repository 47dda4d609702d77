import { useMessages } from '../../context/use-messages.ts'
import { datagridMessages } from '../../messages/datagrid.ts'
import { partMessages } from '../../messages/parts.ts'

interface GridEmptyProps {
  span: number
  why: 'failed' | 'filtered' | 'pending' | 'empty'
  onClear: () => void
  onRetry: () => void
}

/** What stands in a table without rows: why, and what can be done. */
export function GridEmpty({ span, why, onClear, onRetry }: GridEmptyProps) {
  const messages = useMessages('datagrid', datagridMessages)
  const { retry } = useMessages('parts', partMessages)
  return (
    <tbody>
      <tr>
        <td colSpan={span} className="pf-data-empty">
          {messages[why]}{' '}
          {why === 'failed' && (
            <button type="button" className="pf-button" onClick={onRetry}>
              {retry}
            </button>
          )}
          {why === 'filtered' && (
            <button type="button" className="pf-button" onClick={onClear}>
              {messages.clear}
            </button>
          )}
        </td>
      </tr>
    </tbody>
  )
}
