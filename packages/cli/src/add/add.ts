import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { findInstalled, readManifest } from '../checks/installed.ts'
import { NoAppError } from '../checks/no-app-error.ts'
import { readSourceFiles, type SourceFile } from '../checks/source-files.ts'
import { componentFile, componentTextFile, type McpTransport, mcpFile, rendererFile, toolFile } from './files.ts'
import type { Names } from './names.ts'
import { registerTool } from './register-tool.ts'

/** What to add to an app. */
export type Addition = { kind: 'tool'; names: Names } | { kind: 'mcp'; names: Names; transport: McpTransport } | { kind: 'component'; names: Names }

/** What was added. Paths are relative to the folder of the app. */
export interface Added {
  /** New files. */
  written: readonly string[]
  /** Files of the app that were changed. */
  changed: readonly string[]
  /** What is left to do, one step a line or with code below it. */
  next: readonly string[]
}

/** A file that would be overwritten is there. The message is one line. */
export class FileExistsError extends Error {
  override name = 'FileExistsError'
}

/**
 * Writes the files of a tool, an MCP server or a component into an app, and adds a tool to the agent if there is one list of tools. Nothing is
 * overwritten. Throws NoAppError if the folder has no package.json, and FileExistsError before anything is written.
 */
export function add(folder: string, addition: Addition): Added {
  const app = resolve(folder)
  if (!readManifest(app)) throw new NoAppError(app)
  const root = existsSync(join(app, 'src')) ? 'src/' : ''
  const files = filesOf(addition, root)
  const there = Object.keys(files).find((path) => existsSync(join(app, path)))
  if (there !== undefined) throw new FileExistsError(`${there} exists. Choose another name, or remove the file.`)
  for (const [path, text] of Object.entries(files)) write(join(app, path), text)
  const { changed, next } = connect(app, { addition, root })
  return { written: Object.keys(files), changed, next: [...missing(app, addition), ...next] }
}

function write(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function filesOf(addition: Addition, root: string): Record<string, string> {
  const { names } = addition
  switch (addition.kind) {
    case 'tool':
      return { [`${root}tools/${names.file}.ts`]: toolFile(names) }
    case 'mcp':
      return { [`${root}tools/${names.file}-mcp.ts`]: mcpFile(names, addition.transport) }
    case 'component':
      return {
        [`agent-ui/components/${names.model}.json`]: componentFile(names),
        [`agent-ui/text/${names.model}.js`]: componentTextFile(),
        [`${root}components/${names.file}.tsx`]: rendererFile(names),
      }
  }
}

const packagesOf = { tool: ['@pf/planner', 'zod'], mcp: ['@pf/mcp', '@modelcontextprotocol/client'], component: ['@pf/registry', '@pf/react-renderers'] }

/** What the command `pf-registry` needs. They are optional peers of @pf/registry, so no package manager installs them. */
const toolsOf: Readonly<Record<Addition['kind'], readonly string[]>> = { tool: [], mcp: [], component: ['ajv', 'gpt-tokenizer'] }

function missing(app: string, { kind }: Addition): string[] {
  return [...installStep(app, packagesOf[kind], 'npm install'), ...installStep(app, toolsOf[kind], 'npm install --save-dev')]
}

function installStep(app: string, wanted: readonly string[], command: string): string[] {
  const names = wanted.filter((name) => !findInstalled(name, app))
  return names.length === 0 ? [] : [`Install ${names.join(' and ')}: ${command} ${names.join(' ')}`]
}

function connect(app: string, { addition, root }: { addition: Addition; root: string }): Pick<Added, 'changed' | 'next'> {
  const { names } = addition
  if (addition.kind === 'component') return { changed: [], next: componentSteps(names, root) }
  if (addition.kind === 'mcp') return { changed: [], next: mcpSteps(names, root) }
  const { files } = readSourceFiles(app)
  const from = importPath(`${root}tools/${names.file}`, endingOf(files))
  const registered = registerTool(files, { value: names.value, from })
  if (registered) writeFileSync(join(app, registered.path), registered.text)
  const edit = `Write what the tool does: ${root}tools/${names.file}.ts`
  if (registered) return { changed: [registered.path], next: [edit] }
  return {
    changed: [],
    next: [edit, `Give it to the agent:\n  import { ${names.value} } from '…/tools/${names.file}'\n  createAgent({ …, tools: [${names.value}] })`],
  }
}

/** Returns the ending that most relative imports of the app have: Node runs `.ts` files only by their full names, and some compilers refuse them. */
function endingOf(files: readonly SourceFile[]): string {
  const endings = files.flatMap(({ text }) => [...text.matchAll(/\bfrom ['"]\.{1,2}\/[^'"]*?(\.[cm]?[jt]sx?)?['"]/g)].map(([, ending = '']) => ending))
  const count = (wanted: RegExp) => endings.filter((ending) => wanted.test(ending)).length
  const [ts, js, none] = [count(/tsx?$/), count(/jsx?$/), count(/^$/)]
  if (ts > 0 && ts >= js && ts >= none) return '.ts'
  return js > none ? '.js' : ''
}

/** Returns the function that makes the specifier of a file for an import in another one. */
const importPath = (target: string, ending: string) => (importer: string) => {
  const path = `${posix.relative(posix.dirname(importer), target)}${ending}`
  return path.startsWith('.') ? path : `./${path}`
}

const mcpSteps = ({ file, value, type }: Names, root: string) => [
  `Connect it before the agent is created, and close it when the app ends:
  import { connect${type} } from '…/${root}tools/${file}-mcp'
  const ${value} = await connect${type}()
  createAgent({ …, tools: [...${value}.tools] })`,
]

const componentSteps = ({ file, value, type, model }: Names, root: string) => [
  `Describe it for the model: agent-ui/components/${model}.json`,
  'Generate its validator, types and kit, now and after each change: npx pf-registry generate agent-ui',
  `Give it to the agent:
  import { createPolicy, defaultRegistry, extendRegistry } from '@pf/registry'
  import { components } from '…/agent-ui/generated/components.js'
  const policy = createPolicy({ registry: extendRegistry(defaultRegistry(), { components }) })
  createAgent({ …, richOutput: { enabled: true, policy } })`,
  `Draw it in the page:
  import { ${type} } from '…/${root}components/${file}'
  import { ${value} } from '…/agent-ui/generated/kits/${model}.js'
  <PfProvider components={{ ${model}: ${type} }} kits={[${value}]}>`,
]
