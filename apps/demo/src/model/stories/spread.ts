import type { Story } from '@pf/testing'
import { finalResponse, renderComponent, runQuery } from '../reply/replies.ts'
import { canRender, runSteps } from '../reply/run-steps.ts'
import { withTextFallback } from '../reply/text-answers.ts'
import { asksFor } from '../request/coverage.ts'
import { countKeywords, tokenize } from '../request/keywords.ts'

/** Each row is a complete trace, so the data of the chart is one reference. */
const traces = `SELECT 'violin' AS type, species AS name, list(body_mass_g) AS y, {'visible': true} AS box, {'visible': true} AS meanline
FROM penguins WHERE body_mass_g IS NOT NULL GROUP BY species ORDER BY species`

/** Shows the distribution of values as a violin plot. */
export const spreadStory: Story = {
  name: 'spread',
  match: ({ lastUser }) =>
    countKeywords(tokenize(lastUser), ['penguin']) > 0 &&
    asksFor(
      lastUser,
      ['spread', 'distribution', 'distributed', 'violin', 'how heavy', 'weights'],
      ['heavy', 'penguin', 'body mass', 'weight', 'species', 'by', 'each', 'plot'],
    ),
  reply: (conversation) =>
    runSteps(
      [
        () => runQuery('Body mass as one list of numbers a species: each row of the result is a whole trace of the chart.', traces),
        ...(canRender(conversation)
          ? [
              () =>
                renderComponent('A distribution is more than a mean: a violin shows all of it, and its data is one reference.', {
                  component: 'plotly',
                  title: 'Body mass of penguins',
                  props: { data: { $artifact: 'run_query.rows' }, layout: { yaxis: { title: { text: 'Body mass (g)' } }, showlegend: false }, height: '400px' },
                }),
            ]
          : []),
        (results) =>
          finalResponse({
            reasoning: 'The shapes say it; I name what one should look at.',
            answer: withTextFallback(
              'Each shape shows how body mass is spread in one species: the wider, the more animals. The line inside is the mean, the box the middle half.',
              {
                results,
                rows: results.queries[0],
                rendering: canRender(conversation),
              },
            ),
            caveats: ['Animals whose body mass was not taken are left out.'],
            suggestions: [
              { label: 'How is a beak measured?', message: 'Show a picture of how a beak is measured' },
              { label: 'As a table', message: 'Show the penguins as a table' },
            ],
            sources: results.queries[0]?.sources ?? [],
          }),
      ],
      conversation,
    ),
}
