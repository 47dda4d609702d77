const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu
/** The number of columns of a text in a terminal, in which East Asian characters take two. */
const widthOf = (text: string) => [...text].length + (text.match(wide)?.length ?? 0)

/** Returns the lines of a table with aligned columns. Cells that look like numbers are aligned to the right. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = header.map((title, index) => Math.max(widthOf(title), ...rows.map((row) => widthOf(row[index] ?? ''))))
  const isNumeric = header.map((_, index) => rows.length > 0 && rows.every((row) => /^(?:[+−±<]? ?[\d,.]+ ?[%s]?)?$/.test(row[index] ?? '')))
  const line = (cells: readonly string[]) =>
    widths
      .map((width, index) => {
        const cell = cells[index] ?? ''
        const space = ' '.repeat(width - widthOf(cell))
        return isNumeric[index] ? space + cell : cell + space
      })
      .join('  ')
      .trimEnd()
  return [`  ${line(header)}`, ...rows.map((row) => `  ${line(row)}`)]
}
