import type { Choices } from '../options/choices.ts'
import { recipes } from './layers.ts'

/** The text of a file by its path in the app. */
export type Files = ReadonlyMap<string, string>

interface Edit {
  file: string
  from: string
  to: string
}

/** Replaces the values in the files of a template by those of this app. Throws an Error if a file does not contain a text exactly once. */
export function adapt(files: Files, name: string, choices: Choices): Files {
  const adapted = new Map(files)
  for (const { file, from, to } of editsOf(name, choices)) {
    const text = adapted.get(file)
    if (text === undefined) continue
    if (text.split(from).length !== 2) throw new Error(`The template ${file} must contain ${JSON.stringify(from)} once.`)
    adapted.set(
      file,
      text.replace(from, () => to),
    )
  }
  const readme = adapted.get('README.md') ?? ''
  const values = pageValues(choices)
  adapted.set(
    'README.md',
    readme.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? missing(key)).replaceAll('my-agent', () => name),
  )
  return adapted
}

const missing = (key: string): never => {
  throw new Error(`The template README.md has the unknown value ${key}.`)
}

const settingsOf = {
  memory: "{ type: 'memory' }",
  sqlite: "{ type: 'sqlite', file: 'data/pf.sqlite' }",
  postgres: "{ type: 'postgres', url: process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres' }",
} as const

function editsOf(name: string, { store, model, richOutput, packageManager }: Choices): Edit[] {
  return [
    { file: 'pf.config.ts', from: "'gpt-5-mini'", to: `'${model}'` },
    { file: 'pf.config.ts', from: "{ type: 'memory' }", to: settingsOf[store] },
    { file: 'pf.config.ts', from: 'enabled: true', to: `enabled: ${richOutput}` },
    { file: 'index.html', from: 'my-agent', to: name },
    { file: 'src/app/layout.tsx', from: 'my-agent', to: name },
    { file: 'Dockerfile', from: 'RUN npm install && npm run build && npm prune --omit=dev', to: dockerLines[packageManager] },
    ...(richOutput ? [] : [{ file: 'src/page/chat.tsx', from: exampleWithChart, to: exampleWithText }]),
    ...(store === 'sqlite' ? [] : [{ file: 'Dockerfile', from: 'RUN mkdir data && chown node:node data\n', to: '' }]),
  ]
}

const exampleWithChart = "{ ask: 'Show the sales of 2025 as a chart', shows: 'A line chart of 365 rows that the model has not read' }"
const exampleWithText = "{ ask: 'What were the sales of 2025?', shows: 'A figure from a tool' }"

const dockerLines = {
  npm: 'RUN npm install && npm run build && npm prune --omit=dev',
  pnpm: 'RUN npm install -g pnpm && pnpm install && pnpm run build && pnpm prune --prod',
  yarn: 'RUN yarn install && yarn run build && yarn install --production --ignore-scripts --prefer-offline',
} as const

const storeNotes = {
  memory: 'The store is in memory: a restart loses the conversations, and every process has its own. `store` in `pf.config.ts` changes that.',
  sqlite: 'The store is the file `data/pf.sqlite`. One process uses it; back it up.',
  postgres:
    'The store is PostgreSQL, at the address in `DATABASE_URL`, by default `postgres://postgres@127.0.0.1:5432/postgres`. Several processes may share it. To try it: `docker run --rm -p 5432:5432 -e POSTGRES_HOST_AUTH_METHOD=trust postgres:17`.',
} as const

/** The values of the README. */
function pageValues({ template, store, richOutput, packageManager }: Choices): Record<string, string> {
  const { dev, start, port, files } = recipes[template]
  return {
    template,
    dev,
    start,
    components: richOutput ? ', charts, tables and forms' : '; components are switched off by `richOutput.enabled` in `pf.config.ts`',
    drawn: richOutput && template !== 'api-only' ? ', and the page draws the rows of that reference' : '',
    install: `${packageManager} install`,
    run: packageManager === 'npm' ? 'npm run' : packageManager,
    files: Object.entries(files)
      .map(([file, what]) => `\`${file}\`: ${what}`)
      .join('\n- '),
    store: storeNotes[store],
    port: String(port),
    volume: store === 'sqlite' ? ' -v my-agent-data:/app/data' : store === 'postgres' ? ' -e DATABASE_URL' : '',
  }
}
