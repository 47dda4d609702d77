#!/usr/bin/env node
import { resolve } from 'node:path'
import { requireNode } from '@pf/core/internal'

const usage = `pf-registry check | generate | tokens [FOLDER]

  check     lints components/*.json of FOLDER and says whether its generated files are up to date
  generate  writes FOLDER/generated: validators, kits, types, pages and the list for extendRegistry
  tokens    prints what the components cost a model`

/** Two things that only this command needs. */
const wanted = 'pf-registry needs ajv and gpt-tokenizer: npm install --save-dev ajv gpt-tokenizer'

const [name = '', folder = '.', ...more] = process.argv.slice(2)

async function main(): Promise<string> {
  requireNode()
  const known = ['check', 'generate', 'tokens'].includes(name) && more.length === 0
  const command = known ? (await import('./team/commands.ts')).commands.get(name) : undefined
  if (command) return command(resolve(folder))
  process.exitCode = 2
  return usage
}

try {
  console.log(await main())
} catch (error) {
  const missing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && /'(?:ajv|gpt-tokenizer)['/]/.test(error.message)
  console.error(missing ? wanted : error instanceof Error ? error.message : error)
  process.exitCode = 1
}
