import type { Span } from './figure.ts'

const maxTitles = 2_000

/** Returns the cells of the first row of a Markdown table, which can name its columns. */
export function titlesOf(text: string, { start, end }: Span): readonly string[] {
  return text.slice(start, Math.min(end, start + maxTitles)).split('|')
}

/** The cells of a row of a Markdown table. Asked in the order of the text, so that a row is read once. */
export class RowCells {
  private readonly text: string
  private readonly titles: readonly string[]
  private readonly first: string
  private at: number
  private cell = 0

  constructor(text: string, start: number, titles: readonly string[]) {
    this.text = text
    this.titles = titles
    this.at = start
    this.first = text.slice(start, start + 200).split('|')[1] ?? ''
  }

  /** The title of the column and the first cell of the row, one of which can be the name of the field. */
  fieldText(offset: number): string {
    for (; this.at < offset; this.at++) if (this.text[this.at] === '|') this.cell++
    return `${this.titles[this.cell] ?? ''} ${this.first}`
  }
}
