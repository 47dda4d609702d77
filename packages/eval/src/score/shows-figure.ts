import { traceFigures } from '@pf/artifacts/provenance'
import { walkJson } from '@pf/core/internal'
import type { Brief } from '../briefs/brief.ts'
import { rowsOfTool } from '../briefs/rows-of-tool.ts'
import type { Observation, ShownComponent } from '../observe/observation.ts'
import { referencesIn } from './parts-of.ts'

type Figure = Brief['expect']['figures'][number]

/** Returns true if an expected figure is shown, in any notation and rounding that `traceFigures` reads. */
export function showsFigure({ value, where }: Figure, { answer, shown }: Observation, brief: Brief): boolean {
  if (where !== 'component' && statesFigure(value, answer)) return true
  return where !== 'answer' && shown.some((component) => component.component !== 'code' && componentShows(value, component, brief))
}

function statesFigure(value: number, text: string): boolean {
  const results = [{ ref: 'expected', tool: 'expected', tool_call_id: 'expected', value: { expected: value } }]
  const { figures } = traceFigures({ results, answer: text })
  return figures.some(({ source }) => source.kind === 'result')
}

function componentShows(value: number, { props, written }: ShownComponent, brief: Brief): boolean {
  for (const { value: part } of walkJson(props)) {
    if (typeof part === 'number' && isRounded(part, value)) return true
    if (typeof part === 'string' && /\d/.test(part) && part.length < 5_000 && statesFigure(value, part)) return true
  }
  const tools = new Set(referencesIn(written).map((ref) => ref.split(/[.#]/)[0]))
  return brief.tools.some((tool) => tools.has(tool.name) && (rowsOfTool(tool) ?? []).some((row) => Object.values(row).includes(value)))
}

/** True if a number is the value, or the value rounded to the digits of the number. */
function isRounded(shown: number, value: number): boolean {
  const decimals = /\.(\d+)$/.exec(String(shown))?.[1]?.length ?? 0
  return shown === value || (decimals > 0 && Number(value.toFixed(decimals)) === shown)
}
