import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { createQueryRules, type QueryRules } from './query-rules.ts'
import { tables } from './tables.ts'

/** Returns the data folder of vega-datasets. The package exports neither the folder nor its package.json, so it is located relative to the entry. */
function dataFolder() {
  return join(dirname(createRequire(import.meta.url).resolve('vega-datasets')), '..', 'data')
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Creates an in-memory database with the demo's tables and then locks it: no file access, no extensions, no configuration changes. */
export async function openDatabase(memoryLimit: string): Promise<{ instance: DuckDBInstance; rules: QueryRules }> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: memoryLimit })
  const connection = await instance.connect()
  await connection.run('SET autoinstall_known_extensions=false')
  await connection.run('SET autoload_known_extensions=false')
  for (const table of tables) {
    const path = quote(join(dataFolder(), table.file))
    const reader = table.file.endsWith('.csv') ? `read_csv(${path})` : `read_json(${path})`
    await connection.run(`CREATE TABLE ${table.name} AS SELECT ${table.select} FROM ${reader}`)
  }
  await connection.run("SET temp_directory=''")
  await connection.run('SET enable_external_access=false')
  await connection.run('SET lock_configuration=true')
  const rules = await createQueryRules(connection)
  connection.closeSync()
  return { instance, rules }
}
