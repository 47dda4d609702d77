import { createRandom } from '../statistics/random.ts'
import type { BriefTool, Column, Row } from './brief.ts'

/** Returns the rows of a tool: those of the brief, or those that its rules generate. Undefined if it has no rows. */
export function rowsOfTool({ rows, generate }: BriefTool): Row[] | undefined {
  if (!generate) return rows
  const random = createRandom(generate.seed)
  return Array.from({ length: generate.count }, (_, index) =>
    Object.fromEntries(generate.columns.map((column) => [column.name, cellOf(column, index, random)])),
  )
}

function cellOf(column: Column, index: number, random: () => number): string | number | boolean | null {
  switch (column.kind) {
    case 'date':
      return new Date(Date.parse(column.start) + Math.floor(index * column.step_days) * 86_400_000).toISOString().slice(0, 10)
    case 'number':
      return Number((column.min + random() * (column.max - column.min) + column.trend * index).toFixed(column.decimals))
    case 'choice':
      return column.of[Math.floor(random() * column.of.length)] ?? null
    case 'number_from':
      return column.prefix === '' ? column.start + index : `${column.prefix}${column.start + index}`
  }
}
