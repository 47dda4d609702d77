import { partWords } from '../../messages/part-words.ts'
import { useWords } from '../../messages/use-words.ts'
import { datagridWords } from './words.ts'

interface GridEmptyProps {
  span: number
  why: 'failed' | 'filtered' | 'pending' | 'empty'
  onClear: () => void
  onRetry: () => void
}

/** What stands in a table without rows: why, and what can be done. */
export function GridEmpty({ span, why, onClear, onRetry }: GridEmptyProps) {
  const words = useWords('datagrid', datagridWords)
  const { retry } = useWords('parts', partWords)
  return (
    <tbody>
      <tr>
        <td colSpan={span} className="pf-data-empty">
          {words[why]}{' '}
          {why === 'failed' && (
            <button type="button" className="pf-button" onClick={onRetry}>
              {retry}
            </button>
          )}
          {why === 'filtered' && (
            <button type="button" className="pf-button" onClick={onClear}>
              {words.clear}
            </button>
          )}
        </td>
      </tr>
    </tbody>
  )
}
