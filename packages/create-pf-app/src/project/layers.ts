import type { Template } from '../options/choices.ts'

interface Recipe {
  /** Folders of templates/, the later ones on top of the earlier ones. */
  layers: readonly string[]
  scripts: Readonly<Record<string, string>>
  dependencies: readonly string[]
  devDependencies: readonly string[]
  /** The files that the README lists, with what they contain. */
  files: Readonly<Record<string, string>>
  /** What `dev` and `start` do, for the README. */
  dev: string
  start: string
  port: number
}

const node = 'node --experimental-strip-types --disable-warning=ExperimentalWarning'
const watched = node.replace('node', 'node --watch')
const buildServer = 'tsc -p tsconfig.server.json'
const start = 'node dist/server/src/server.js'
const page = { 'src/page/chat.tsx': 'the page: a conversation in one component.' }
const withVite = { dev: 'vite', build: `tsc && vite build && ${buildServer}`, start, test: 'vitest run' }
const react = ['@pf/react-renderers', 'react', 'react-dom']
const types = ['@types/node', 'typescript', 'vitest']
const forVite = ['@types/react', '@types/react-dom', '@vitejs/plugin-react', 'vite']
const server = { 'src/server.ts': 'the server.' }
const vite = { dev: 'page and server, http://127.0.0.1:5173', start: 'http://127.0.0.1:4000, from the built files', port: 4000 }

/** What each template consists of. */
export const recipes: Readonly<Record<Template, Recipe>> = {
  'vite-hono': {
    ...vite,
    layers: ['shared', 'server', 'page', 'vite', 'vite-hono'],
    scripts: withVite,
    dependencies: ['@hono/node-server', 'hono', ...react],
    devDependencies: [...types, ...forVite],
    files: { ...server, ...page },
  },
  express: {
    ...vite,
    layers: ['shared', 'server', 'page', 'vite', 'express'],
    scripts: withVite,
    dependencies: ['@hono/node-server', 'express', 'hono', ...react],
    devDependencies: [...types, ...forVite, '@types/express'],
    files: { ...server, ...page },
  },
  next: {
    layers: ['shared', 'page', 'next'],
    scripts: { dev: 'next dev', build: 'next build', start: 'next start', test: 'vitest run' },
    dependencies: ['next', ...react],
    devDependencies: [...types, '@types/react', '@types/react-dom'],
    files: { ...page, 'src/app/api/[...pf]/route.ts': 'the HTTP interface, below `/api`.' },
    dev: 'http://localhost:3000',
    start: 'http://localhost:3000, from the built files',
    port: 3000,
  },
  'api-only': {
    layers: ['shared', 'server', 'api-only'],
    scripts: { dev: `${watched} src/server.ts`, ask: `${node} src/ask.ts`, build: `tsc && ${buildServer}`, start, test: 'vitest run' },
    dependencies: ['@hono/node-server', 'hono'],
    devDependencies: types,
    files: { ...server, 'src/ask.ts': 'asks a question in the terminal, and reads the payload of the answer.' },
    dev: 'the server, http://127.0.0.1:4000',
    start: 'http://127.0.0.1:4000, from the built files',
    port: 4000,
  },
}
