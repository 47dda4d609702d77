interface GridEmptyProps {
  span: number
  why: 'failed' | 'filtered' | 'pending' | 'empty'
  onClear: () => void
  onRetry: () => void
}

const words = {
  failed: 'The rows could not be loaded.',
  filtered: 'No row matches the filter.',
  pending: 'Rows are on their way…',
  empty: 'No rows: the data set is empty.',
} as const

/** What stands in a table without rows: why, and what can be done. */
export function GridEmpty({ span, why, onClear, onRetry }: GridEmptyProps) {
  return (
    <tbody>
      <tr>
        <td colSpan={span} className="pf-data-empty">
          {words[why]}{' '}
          {why === 'failed' && (
            <button type="button" className="pf-button" onClick={onRetry}>
              Try again
            </button>
          )}
          {why === 'filtered' && (
            <button type="button" className="pf-button" onClick={onClear}>
              Clear filter
            </button>
          )}
        </td>
      </tr>
    </tbody>
  )
}
