import type { QuerySeen, Results } from '../reading/results.ts'
import { plainRows } from './plain-rows.ts'

/** An answer for a component that was shown; where it could not be, says so and gives the first rows as text. */
export function shownOrSaid(answer: string, { results, rows, rendering }: { results: Results; rows: QuerySeen | undefined; rendering: boolean }): string {
  if (rendering && results.rejected === undefined) return answer
  const why = rendering ? `The component could not be shown (${results.rejected}).` : ''
  return [answer, why, rows ? plainRows(rows) : ''].filter((part) => part !== '').join('\n\n')
}
