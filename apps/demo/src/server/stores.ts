import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createFileStore } from '@pf/artifacts/node'
import { PfError, type StorePorts } from '@pf/core'
import { createPostgresStore } from '@pf/store-postgres'
import { createSqliteStore } from '@pf/store-sqlite'
import type { Config } from './config.ts'
import { fileOf, makeFreshFolder, removeOldFreshFolders } from './fresh-folders.ts'

/** The stores of the demo's agents. */
export interface DemoStores {
  ports: StorePorts
  /** Location of the stores for the terminal, without the password of a database. */
  place: string
  close(): Promise<void>
}

/** Opens the configured stores. If they cannot be used, throws an Error that describes a solution. */
export async function openStores(config: Config['data']): Promise<DemoStores> {
  return config.kind === 'database' ? openDatabase(config.url) : openFolder(config)
}

async function openDatabase(connectionString: string): Promise<DemoStores> {
  const store = await createPostgresStore({ connectionString })
  const { host = '', pathname = '' } = URL.parse(connectionString) ?? {}
  return { ports: store, place: `PostgreSQL ${host}${pathname}, which other nodes may share`, close: store.close }
}

async function openFolder({ folder: root, fresh }: Extract<Config['data'], { kind: 'folder' }>): Promise<DemoStores> {
  mkdirSync(root, { recursive: true })
  await removeOldFreshFolders(root, Date.now())
  const folder = fresh ? makeFreshFolder(root) : root
  const store = await createSqliteStore({ file: fileOf(folder) }).catch((error: unknown) => {
    throw isInUse(error) ? new Error(`${error.message}\nFor a second demo: npm run demo -- --fresh, or another folder with PF_DATA_DIR=…`) : error
  })
  const artifacts = createFileStore({ folder: join(folder, 'artifacts') })
  return { ports: { ...store, artifacts }, place: folder, close: store.close }
}

const sqliteBusy = 5

/** True if another process uses the folder. */
function isInUse(error: unknown): error is PfError {
  const { cause } = PfError.isInstance(error) ? error : {}
  return PfError.isInstance(cause) && (Number(cause.fields.errcode) & 0xff) === sqliteBusy
}
