import { isRecord } from '@pf/core/internal'
import type { Story } from '@pf/testing'
import { escapeName } from '../format/format-values.ts'
import { callTool, finalResponse } from '../reply/replies.ts'
import { runSteps } from '../reply/run-steps.ts'
import { readIntent } from '../request/intent.ts'

/** Lists the available tables. */
export const catalogueStory: Story = {
  name: 'catalogue',
  match: (conversation) => readIntent(conversation).catalogue,
  reply: (conversation) =>
    runSteps(
      [
        () => callTool('The question is about the data as a whole, so I list the tables.', 'list_tables', {}),
        ({ all: [listed] }) =>
          finalResponse({
            reasoning: 'A short list with what each table holds, then examples of what to ask.',
            answer: listTablesText(listed),
            suggestions: [
              { label: 'A chart of CO2', message: 'How did CO2 in the air develop since 1958?' },
              { label: 'A table of countries', message: 'Which countries had the highest life expectancy in 2005?' },
              { label: 'A dashboard of the weather', message: 'Give me a dashboard of the weather in Seattle' },
            ],
          }),
      ],
      conversation,
    ),
}

function listTablesText(listed: unknown): string {
  const tables = isRecord(listed) && Array.isArray(listed.tables) ? listed.tables.filter(isRecord) : []
  if (tables.length === 0) return 'The database lists no tables, so there is nothing I could show.'
  const lines = tables.map((table) => `- **${escapeName(table.name)}**: ${escapeName(table.description)}`)
  return `There are ${tables.length} tables in the database:\n\n${lines.join('\n')}\n\nI can read them with SQL and show what I find as a chart, a table or a dashboard. The data is only read; saving a view asks you first.`
}
