import { useDeferredValue, useEffect, useState } from 'react'
import { useMessages } from '../../context/use-messages.ts'
import { datagridMessages } from '../../messages/datagrid.ts'
import type { GridTable } from './use-grid-table.ts'

interface GridSearchProps {
  table: GridTable
  /** Changes when the filter is cleared outside of this component. */
  cleared: number
}

/** A search field for all columns. The filter is deferred so that typing stays responsive. */
export function GridSearch({ table, cleared }: GridSearchProps) {
  const messages = useMessages('datagrid', datagridMessages)
  const [typed, setTyped] = useState('')
  const [seen, setSeen] = useState(cleared)
  if (seen !== cleared) {
    setSeen(cleared)
    setTyped('')
  }
  const deferred = useDeferredValue(typed)
  useEffect(() => table.setGlobalFilter(deferred), [table, deferred])
  return (
    <input
      type="search"
      className="pf-input pf-data-search"
      aria-label={messages.filterRows}
      placeholder={messages.filterRows}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
