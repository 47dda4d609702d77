import type { Story } from '@pf/testing'
import { formatNumber } from '../format/format-values.ts'
import { finalResponse, nextQuestions, renderComponent, runQuery } from '../reply/replies.ts'
import { canRender, runSteps } from '../reply/run-steps.ts'
import { withTextFallback } from '../reply/text-answers.ts'
import { asksFor } from '../request/coverage.ts'
import { co2 } from '../topics/co2.ts'
import type { Row } from '../topics/topic.ts'

/** Shows a small calculator in a sandboxed frame, which no other component can display. */
export const whatIfStory: Story = {
  name: 'what-if',
  match: ({ lastUser }) =>
    asksFor(
      lastUser,
      ['what if', 'play with', 'slider', 'calculator', 'extrapolate'],
      ['co2', 'carbon dioxide', 'if', 'goes', 'keeps', 'continues', 'rising', 'rise', 'rises', 'growing', 'air', 'play'],
    ),
  reply: (conversation) =>
    runSteps(
      [
        () => runQuery('A calculator needs where the line stands and how fast it rises.', co2.factsSql),
        ...(canRender(conversation)
          ? [
              ({ queries: [facts] }: { queries: readonly { preview: readonly Row[] }[] }) =>
                renderComponent('No component has a slider over a sum; a sealed frame with its own script does.', {
                  component: 'html',
                  title: 'If CO2 keeps rising',
                  props: frameOf(facts?.preview[0] ?? {}),
                }),
            ]
          : []),
        (results) => {
          const [facts] = results.queries
          const { last_ppm, recent_rise } = facts?.preview[0] ?? {}
          return finalResponse({
            reasoning: 'A straight line is no forecast, and I say so.',
            answer: withTextFallback(
              `CO2 stood at **${formatNumber(last_ppm, 1)} ppm** and rose by ${formatNumber(recent_rise, 2)} ppm a year in the last decade. Move the sliders to draw that line on; it is a sum, not a forecast.`,
              { results, rows: facts, rendering: canRender(conversation) },
            ),
            suggestions: nextQuestions(co2, 'chart'),
            sources: facts?.sources ?? [],
          })
        },
      ],
      conversation,
    ),
}

const number = (value: unknown, fallback: number) => (typeof value === 'number' && Number.isFinite(value) ? value : fallback)

function frameOf({ last_ppm, recent_rise, last_year }: Row) {
  return {
    html: `<main><label for="year">Year <output id="y"></output></label><input id="year" type="range" min="2021" max="2100" value="2050">
<label for="rise">Rise a year <output id="r"></output></label><input id="rise" type="range" min="0" max="5" step="0.1" value="${number(recent_rise, 2)}">
<p><b id="sum"></b> <span>ppm</span></p></main>`,
    css: `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif } main { display: grid; gap: 8px; padding: 16px; max-width: 420px }
label { display: flex; justify-content: space-between } input { width: 100% } p { margin: 8px 0 0 } b { font-size: 32px; font-weight: 600 }`,
    js: `const at = (id) => document.getElementById(id)
function show() {
  at('y').value = at('year').value
  at('r').value = at('rise').value + ' ppm'
  at('sum').textContent = (${number(last_ppm, 415)} + (at('year').value - ${number(last_year, 2020)}) * at('rise').value).toFixed(0)
}
at('year').oninput = at('rise').oninput = show
show()`,
    height: '220px',
  }
}
