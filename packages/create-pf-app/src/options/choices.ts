/** The templates, with what each contains. The first one is the default. */
export const templates = {
  'vite-hono': 'a page with Vite, a server with Hono',
  express: 'a page with Vite, a server with Express',
  next: 'page and server in one Next app',
  'api-only': 'a server without a page',
} as const

/** The stores, with what each keeps. */
export const stores = {
  memory: 'conversations are lost when the server stops',
  sqlite: 'conversations are kept in a file, for one server process',
  postgres: 'conversations are kept in PostgreSQL, for any number of processes',
} as const

export type Template = keyof typeof templates
export type Store = keyof typeof stores
export type PackageManager = (typeof packageManagers)[number]

export const packageManagers = ['npm', 'pnpm', 'yarn'] as const
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
