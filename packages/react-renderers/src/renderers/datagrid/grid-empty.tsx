interface GridEmptyProps {
  span: number
  /** A filter hides rows that are there. */
  filtered: boolean
  pending: boolean
  failed: boolean
  onClear: () => void
  onRetry: () => void
}

/** What stands in a table without rows: why, and what can be done. */
export function GridEmpty({ span, filtered, pending, failed, onClear, onRetry }: GridEmptyProps) {
  return (
    <tbody>
      <tr>
        <td colSpan={span} className="pf-data-empty">
          {reason({ filtered, pending, failed })}{' '}
          {failed && (
            <button type="button" className="pf-tool" onClick={onRetry}>
              Try again
            </button>
          )}
          {!failed && filtered && (
            <button type="button" className="pf-tool" onClick={onClear}>
              Clear filter
            </button>
          )}
        </td>
      </tr>
    </tbody>
  )
}

function reason({ filtered, pending, failed }: Pick<GridEmptyProps, 'filtered' | 'pending' | 'failed'>): string {
  if (failed) return 'The rows could not be loaded.'
  if (pending) return 'Rows are on their way…'
  return filtered ? 'No row matches the filter.' : 'No rows: the data set is empty.'
}
