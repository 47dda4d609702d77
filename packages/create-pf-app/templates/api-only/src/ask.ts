// Asks the agent one question without HTTP, and reads the payload of its answer: npm run ask -- "Show the sales of 2025"
import './env.ts'
import config from '../pf.config.ts'
import { createApp } from './create-app.ts'
import { readReport } from './read-report.ts'

const app = await createApp({ ...config, store: { type: 'memory' } })
const payload = await app.agent.run(process.argv.slice(2).join(' ') || 'Show the sales of 2025 as a chart').payload
if (app.model.scripted) console.log('The scripted model answers, because no OPENAI_API_KEY is set (see .env.example).')
console.log(payload.raw_answer)
const rows = readReport(payload)?.rows
if (Array.isArray(rows)) console.log(`${rows.length} rows; the first: ${rows[0]?.day} ${rows[0]?.sales}`)
else if (rows) console.log(`${rows.items} rows, stored as the artifact ${rows.artifact_id}`)
await app.close()
