import { prose } from '../lib/data.mjs'

/** What every candidate runs: two calls of a tool, then an answer in a hundred pieces. The model takes no time. */
export const answer = prose(600)
const pieces = Array.from({ length: 100 }, (_, index) => answer.slice(index * 6, index * 6 + 6))
const found = prose(1_000)

/** The tool. */
export const search = ({ page }) => ({ page, found })

/** The pieces of the text that the model writes at a step, from 0. */
export function* textOf(step) {
  if (step < 2) yield JSON.stringify({ next_node: 'search', args: { page: step } })
  else yield* ['{"next_node":"final_response","args":{"answer":"', ...pieces.map((piece) => JSON.stringify(piece).slice(1, -1)), '"}}']
}
