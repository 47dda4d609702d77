import { relative } from 'node:path'
import { createProject, manifest, type Project } from './create-project.ts'
import { type Ask, askMissing } from './options/ask-missing.ts'
import { isPackageManager, type PackageManager } from './options/choices.ts'
import { help } from './options/help.ts'
import { readFlags } from './options/read-flags.ts'
import { UsageError } from './options/usage-error.ts'

/** The surroundings of the command. */
export interface CommandContext {
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  nodeVersion: string
  /** Present in a terminal. */
  ask?: Ask
  print(text: string): void
}

/** Runs the command with its arguments. Throws UsageError for a mistake of the caller. */
export async function runCommand(args: readonly string[], { cwd, env, nodeVersion, ask, print }: CommandContext): Promise<Project | undefined> {
  const fault = nodeFault(manifest.engines.node, nodeVersion)
  if (fault !== undefined) throw new UsageError(fault)
  const flags = readFlags(args)
  if (flags.help) return void print(help)
  if (flags.version) return void print(manifest.version)
  const { yes, help: _help, version: _version, folder, ...choices } = ask && !flags.yes ? await askMissing(flags, ask) : flags
  if (folder === undefined) throw new UsageError('The folder of the app is missing: npm create pf-app my-agent')
  const project = createProject({ packageManager: callerOf(env), ...choices, folder })
  print(nextSteps(project, relative(cwd, project.folder)))
  return project
}

/** Returns the package manager that runs this command. */
function callerOf({ npm_config_user_agent: agent = '' }: CommandContext['env']): PackageManager {
  const name = agent.split('/')[0] ?? ''
  return isPackageManager(name) ? name : 'npm'
}

function nextSteps({ folder, template, store, richOutput, packageManager }: Project, path: string): string {
  const lines = [...(path === '' ? [] : [`cd ${path}`]), `${packageManager} install`, packageManager === 'npm' ? 'npm run dev' : `${packageManager} dev`]
  const made = `Made ${folder} (${template}, store ${store}, ${richOutput ? 'with' : 'without'} rich output).`
  return `${made}\n\n${lines.map((line) => `  ${line}`).join('\n')}\n\nWithout a key, a scripted model answers. README.md says what is where.`
}

/** Returns a message if a version of Node is older than `engines.node` of the package, such as `>=22.16`. */
export function nodeFault(engines: string, running: string): string | undefined {
  const needed = engines.replace(/^>=/, '')
  const [major = 0, minor = 0] = running.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = needed.split('.').map(Number)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined
  return `create-pf-app needs Node ${needed} or newer, and this is Node ${running}. Install a newer Node, for example from https://nodejs.org.`
}
