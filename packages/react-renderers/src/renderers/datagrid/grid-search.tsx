import { useDeferredValue, useEffect, useState } from 'react'
import { useWords } from '../../messages/use-words.ts'
import type { GridTable } from './use-grid-table.ts'
import { datagridWords } from './words.ts'

interface GridSearchProps {
  table: GridTable
  /** Changes when the filter was cleared from elsewhere. */
  cleared: number
}

/** A field that searches all columns; typing stays smooth while a long table is searched. */
export function GridSearch({ table, cleared }: GridSearchProps) {
  const words = useWords('datagrid', datagridWords)
  const [typed, setTyped] = useState('')
  const [seen, setSeen] = useState(cleared)
  if (seen !== cleared) {
    setSeen(cleared)
    setTyped('')
  }
  const calm = useDeferredValue(typed)
  useEffect(() => table.setGlobalFilter(calm), [table, calm])
  return (
    <input
      type="search"
      className="pf-input pf-data-search"
      aria-label={words.filterRows}
      placeholder={words.filterRows}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
