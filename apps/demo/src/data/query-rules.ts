import type { DuckDBConnection } from '@duckdb/node-api'
import { QueryError } from './query-protocol.ts'
import { tables } from './tables.ts'

interface Serialized {
  error: boolean
  error_type?: string
  error_message?: string
  statements?: unknown[]
}

/** Checks whether a query may run: one SELECT over the demo's tables that only uses functions without side effects. */
export interface QueryRules {
  /** Throws QueryError if the query is not allowed. The query is parsed but not run. `more` are tables that exist for this query only. */
  check(connection: DuckDBConnection, sql: string, more?: readonly string[]): Promise<void>
}

const onlySelect = 'Only one SELECT is allowed.'
const readable = new Set(tables.map((table) => table.name))
/** Table functions that only use their arguments, and volatile functions without side effects. */
const allowedVolatile = ['range', 'generate_series', 'unnest', 'random', 'uuid', 'uuidv4', 'uuidv7', 'gen_random_uuid', 'error']
/** Functions that are not volatile but expose the machine or the session. */
const environmentFunctions = ['current_setting', 'getvariable', 'getenv', 'current_query', 'current_schemas', 'in_search_path']

/** Derives the allowed functions from the function catalog of the database, so that functions of a newer version are covered as well. */
export async function createQueryRules(connection: DuckDBConnection): Promise<QueryRules> {
  const reader = await connection.runAndReadAll('SELECT function_name, function_type, stability, macro_definition FROM duckdb_functions()')
  const functions = reader.getRowsJson().map(([name, type, stability, macro]) => ({ name: String(name), type, stability, macro: String(macro ?? '') }))
  const pure = functions.filter(({ type, stability }) => (type === 'scalar' || type === 'aggregate') && stability !== 'VOLATILE').map(({ name }) => name)
  const allowed = new Set([...pure, ...allowedVolatile].filter((name) => !environmentFunctions.includes(name)))
  const refused = new Set(functions.filter(({ name, type }) => type !== 'macro' && !allowed.has(name)).map(({ name }) => name))
  for (const { name, type, macro } of functions) if (type === 'macro' && macro.match(/\w+(?=\()/g)?.some((inner) => refused.has(inner))) refused.add(name)
  return {
    async check(connection, sql, more = []) {
      for (const violation of findViolations(await parse(connection, sql), refused, more)) throw new QueryError('not_allowed', violation)
    },
  }
}

async function parse(connection: DuckDBConnection, sql: string): Promise<unknown> {
  const reader = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])
  const parsed = JSON.parse(String(reader.getRowsJson()[0]?.[0])) as Serialized
  if (parsed.error) throw refusal(parsed)
  const count = parsed.statements?.length ?? 0
  if (count === 0) throw new QueryError('not_allowed', `The query is empty. ${onlySelect}`)
  if (count > 1) throw new QueryError('not_allowed', `The query holds ${count} statements. ${onlySelect}`)
  return parsed.statements
}

function refusal({ error_type, error_message }: Serialized) {
  const message = error_message ?? 'could not be parsed'
  if (error_type === 'parser') return new QueryError('sql', `Syntax error: ${message.slice(0, 300)}`)
  return new QueryError('not_allowed', `This is no SELECT. ${onlySelect} Data can be read but not changed, and files can't be reached.`)
}

/** Returns the violations in a parsed statement. Names of common table expressions count as tables and therefore must not look like system tables. */
function findViolations(statement: unknown, refused: ReadonlySet<string>, more: readonly string[]): string[] {
  const nodes = [...walkObjects(statement)]
  const named = new Set([...more, ...nodes.flatMap(cteNames)])
  return nodes.flatMap((node) => {
    if (node.type === 'BASE_TABLE') return tableViolations(node, named, more)
    const name = typeof node.function_name === 'string' ? node.function_name.toLowerCase() : undefined
    return name !== undefined && refused.has(name) ? [`The function ${name.slice(0, 60)} is not allowed here: only functions that compute values are.`] : []
  })
}

const systemNames = /^(duckdb_|pragma_|sqlite_|pg_|information_schema|system)|[./\\:]/i

function cteNames(node: Record<string, unknown>): string[] {
  const map = node.cte_map as { map?: { key?: unknown }[] } | undefined
  return (map?.map ?? [])
    .map(({ key }) => String(key))
    .filter((name) => !systemNames.test(name))
    .map((name) => name.toLowerCase())
}

function tableViolations(node: Record<string, unknown>, named: ReadonlySet<string>, more: readonly string[]): string[] {
  const table = String(node.table_name).toLowerCase()
  const own = [node.catalog_name, node.schema_name].every((part) => ['', 'main', 'memory', undefined].includes(part as string | undefined))
  if (own && (readable.has(table) || named.has(table))) return []
  return [
    `There is no ${/^\w{1,60}$/.test(table) ? `table ${table}` : 'such table'}. Tables: ${[...readable, ...more].join(', ')}; files and system tables can't be read.`,
  ]
}

/** Iterates over every object inside a JSON value. It does not use recursion because parsed SQL can be nested deeply. */
function* walkObjects(root: unknown): Generator<Record<string, unknown>> {
  const waiting = [root]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (typeof node !== 'object' || node === null) continue
    if (!Array.isArray(node)) yield node as Record<string, unknown>
    for (const inner of Array.isArray(node) ? node : Object.values(node)) waiting.push(inner)
  }
}
