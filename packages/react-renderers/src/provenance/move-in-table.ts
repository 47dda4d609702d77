/** Moves the focus from a figure in a table to the next one in the direction of an arrow key. Returns false if there is none. */
export function moveInTable(figure: HTMLElement, key: string): boolean {
  const cell = figure.closest('td')
  const row = cell?.closest('tr')
  if (!cell || !row) return false
  const isReversed = getComputedStyle(row).direction === 'rtl'
  const step = { ArrowRight: isReversed ? -1 : 1, ArrowLeft: isReversed ? 1 : -1 }[key]
  const next = step === undefined ? inColumn(row, cell.cellIndex, key) : inRow(cell, step)
  next?.focus()
  return next !== undefined
}

const figureIn = (element: Element | null | undefined) => element?.querySelector<HTMLElement>('.pf-figure') ?? undefined

function inRow(cell: Element, step: number): HTMLElement | undefined {
  const next = step > 0 ? cell.nextElementSibling : cell.previousElementSibling
  return next ? (figureIn(next) ?? inRow(next, step)) : undefined
}

function inColumn(row: HTMLTableRowElement, column: number, key: string): HTMLElement | undefined {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined
  const next = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
  if (!(next instanceof HTMLTableRowElement)) return undefined
  return figureIn(next.cells[column]) ?? inColumn(next, column, key)
}
