// Compiles every ts and tsx block on the pages of the packages and of the documentation site against the built packages, as users have
// them, and runs those that can run.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createModelServer } from '../../packages/testing/dist/index.js'
import { packages } from '../packages.mjs'
import { compileSnippets } from './compile-snippets.mjs'
import { importsOf, readSnippets } from './read-snippets.mjs'
import { runSnippets } from './run-snippets.mjs'
import { snippetFolder } from './snippet-folder.mjs'

const types = ['@types/node', '@types/react', '@types/react-dom']
const content = JSON.stringify({ next_node: 'final_response', args: { answer: 'Done.' } })

const snippets = pages().flatMap((page) => readSnippets(page, readFileSync(page, 'utf8')))
const running = snippets.filter(({ runs }) => runs)
const folder = snippetFolder(snippets, new Set([...types, ...snippets.flatMap(({ code }) => importsOf(code))]))
const faults = compileSnippets(folder, snippets)
if (faults.length === 0) faults.push(...(await runAll()))
rmSync(folder, { recursive: true, force: true })
for (const fault of faults) console.error(fault)
console.log(`${snippets.length} snippets compiled, ${running.length} run`)
process.exit(faults.length ? 1 : 0)

function pages() {
  const ofPackages = packages().flatMap(({ name, folder }) => readdirSync(folder).map((file) => join('packages', name, file)))
  const ofSite = ['apps/docs/pages', 'apps/docs/parts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  return [...ofPackages, ...ofSite, 'docs/guardrails.md'].filter((file) => file.endsWith('.md'))
}

/** Runs all snippets. Their only network access is a model on loopback that answers immediately. */
async function runAll() {
  const model = await createModelServer({ stories: [{ name: 'any', match: () => true, reply: () => ({ content }) }] })
  const found = await runSnippets(folder, running, { PATH: process.env.PATH, OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'none' })
  await model.close()
  return found
}
