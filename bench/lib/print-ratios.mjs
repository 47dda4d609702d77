import { ratioCell, table, timeCell } from './table.mjs'

/**
 * Prints one line a candidate and one column a cell, each a ratio to the limit of the same cell (`!` where it is over its bound);
 * records every cell.
 * `boundOf(name, cell)` is the largest ratio allowed, undefined for none; `notes[name]` are more columns, `noteHead` their titles.
 */
export function printRatios({ section, cells, limit, boundOf = () => undefined, notes = {}, bench }) {
  const titles = Object.keys(cells)
  const names = Object.keys(cells[titles[0]])
  const noteHead = Object.keys(Object.values(notes)[0] ?? {})
  const lines = names.map((name) => {
    const bounded = titles.filter((title) => boundOf(name, title) !== undefined)
    const over = bounded.filter((title) => ratio(cells[title], name, limit) > boundOf(name, title))
    for (const title of titles) bench.report(recordOf({ section, name, title, cell: cells[title], limit, bound: boundOf(name, title) }))
    const shown = titles.map((title) =>
      name === limit ? timeCell(cells[title][name].min) : `${ratioCell(cells[title][name], cells[title][limit])}${over.includes(title) ? '!' : ''}`,
    )
    return { name, cells: [...shown, verdict({ bounded, over, boundOf, name }), ...noteHead.map((head) => notes[name]?.[head] ?? '')] }
  })
  console.log(table([...titles, '', ...noteHead], lines))
}

const ratio = (cell, name, limit) => cell[name].min / cell[limit].min

function verdict({ bounded, over, boundOf, name }) {
  if (bounded.length === 0) return ''
  const bounds = [...new Set(bounded.map((title) => boundOf(name, title)))].join(' / ')
  return over.length === 0 ? `ok <= ${bounds}` : `OVER ${bounds}`
}

function recordOf({ section, name, title, cell, limit, bound }) {
  const { min, median, estimated, failed } = cell[name]
  if (failed) return { section, name, cell: title, failed }
  const found = min / cell[limit].min
  const goal = bound === undefined ? {} : { bound, ok: found <= bound }
  return { section, name, cell: title, min_us: min, median_us: median, estimated, ratio: found, ratio_of_medians: median / cell[limit].median, ...goal }
}
