import type { JsonObject } from '@pf/core'
import type { Story } from '@pf/testing'
import type { RowsReference } from '../format/chart-option.ts'
import { finalResponse, nextQuestions, renderComponent, runQuery } from '../reply/replies.ts'
import { canRender, runSteps, type Step } from '../reply/run-steps.ts'
import { withTextFallback } from '../reply/text-answers.ts'
import { asksFor } from '../request/coverage.ts'
import { countKeywords, tokenize } from '../request/keywords.ts'
import type { Topic } from '../topics/topic.ts'
import { topics } from '../topics/topics.ts'

/** Explains how a figure was computed in tabs: description, formula, SQL, data flow and raw result. */
export const explainStory: Story = {
  name: 'explain',
  match: ({ lastUser }) => explains(lastUser),
  reply(conversation) {
    const topic = namedTopic(conversation.lastUser)
    return runSteps(topic ? explainSteps(topic, canRender(conversation)) : [], conversation)
  },
}

const triggers = ['computed', 'calculated', 'formula', 'explain', 'calculation', 'under the hood']
const vocabulary = ['rise', 'figure', 'number', 'value', 'average', 'they', 'these', 'been', 'key']

/** True if a question names a data set to explain. "How was that computed" alone is ambiguous. */
const explains = (question: string) =>
  namedTopic(question) !== undefined && asksFor(question, triggers, [...vocabulary, ...(namedTopic(question)?.names ?? [])])

function namedTopic(question: string): Topic | undefined {
  const named = topics.filter(({ names }) => countKeywords(tokenize(question), names) > 0)
  return named.length === 1 ? named[0] : undefined
}

function explainSteps(topic: Topic, rendering: boolean): Step[] {
  return [
    () => runQuery(`To explain the figures on ${topic.about} I read them first.`, topic.factsSql),
    ...(rendering ? [show(topic)] : []),
    (results) => {
      const [facts] = results.queries
      return finalResponse({
        reasoning: 'The tabs hold the details; the answer is one sentence.',
        answer: withTextFallback(
          `The key figures on ${topic.about} are one SELECT over the table **${topic.table}**. The tabs show the formula, the SQL, the way that the data took, and the row itself.`,
          {
            results,
            rows: facts,
            rendering,
          },
        ),
        suggestions: nextQuestions(topic, 'dashboard'),
        sources: facts?.sources ?? [],
      })
    },
  ]
}

const show =
  (topic: Topic): Step =>
  ({ queries: [facts] }) =>
    renderComponent('Five views of one thing belong behind tabs.', {
      component: 'tabs',
      title: `How the figures on ${topic.about} came about`,
      props: { tabs: tabsOf(topic, facts?.reference ?? { $artifact: 'run_query.rows' }) },
    })

function tabsOf(topic: Topic, row: RowsReference): JsonObject[] {
  return [
    { id: 'words', label: 'In words', component: 'markdown', props: { content: notes(topic) } },
    { id: 'formula', label: 'Formula', component: 'latex', props: { expression: topic.table === 'co2' ? rise : mean, displayMode: true } },
    { id: 'sql', label: 'SQL', component: 'code', props: { code: topic.factsSql, language: 'sql', filename: `${topic.table}.sql`, showLineNumbers: true } },
    { id: 'way', label: 'Way of the data', component: 'mermaid', props: { code: way } },
    { id: 'raw', label: 'Raw result', component: 'json', props: { data: row, expandLevel: 2 } },
  ]
}

const rise = String.raw`\text{rise a year} = \frac{\bar{c}_{2019} - \bar{c}_{2009}}{10}, \qquad \bar{c}_y = \frac{1}{12} \sum_{m=1}^{12} c_{y,m}`
const mean = String.raw`\bar{x} = \frac{1}{n} \sum_{i=1}^{n} x_i`

const notes = ({ table, about }: Topic) => `1. The table **${table}** holds ${about}, as published by its source.
2. One \`SELECT\` aggregates it to a single row.
3. That row goes to the model; whole tables do not: they stay in the database and reach your screen by reference.

| step | who does it | what it costs the model |
| --- | --- | --- |
| aggregate | DuckDB | nothing |
| read the row | model | some tokens |
| draw rows | your browser | nothing |`

const way = `flowchart LR
  D[(DuckDB)] -->|rows| S[Server]
  S -->|preview and reference| M[Model]
  M -->|component with reference| S
  S -->|rows| B[Browser]`
