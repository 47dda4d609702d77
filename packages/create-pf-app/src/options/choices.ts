/** What an app consists of. `api-only` has no page. */
export type Template = 'vite-hono' | 'express' | 'next' | 'api-only'

/** Where an app keeps its conversations. */
export type Store = 'memory' | 'sqlite' | 'postgres'

/** For which package manager the README and the Dockerfile are. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn'

/** The templates, with what each contains. The first one is the default. */
export const templates: Readonly<Record<Template, string>> = {
  'vite-hono': 'a page with Vite, a server with Hono',
  express: 'a page with Vite, a server with Express',
  next: 'page and server in one Next app',
  'api-only': 'a server without a page',
}

/** The stores, with what each keeps. */
export const stores: Readonly<Record<Store, string>> = {
  memory: 'conversations are lost when the server stops',
  sqlite: 'conversations are kept in a file, for one server process',
  postgres: 'conversations are kept in PostgreSQL, for any number of processes',
}

export const packageManagers: readonly PackageManager[] = ['npm', 'pnpm', 'yarn']
export const defaultModel = 'gpt-5-mini'

/** What is made: a complete set of choices. */
export interface Choices {
  template: Template
  store: Store
  richOutput: boolean
  /** Name of the model that answers once a key is set. */
  model: string
  packageManager: PackageManager
}

export const isTemplate = (value: string): value is Template => Object.hasOwn(templates, value)
export const isStore = (value: string): value is Store => Object.hasOwn(stores, value)
export const isPackageManager = (value: string): value is PackageManager => (packageManagers as readonly string[]).includes(value)
