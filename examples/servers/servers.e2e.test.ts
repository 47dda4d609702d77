import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkServer } from './check-server.ts'
import manifest from './package.json' with { type: 'json' }

/** Returns the command of a script with further flags of Node. */
const node =
  (name: 'hono' | 'express' | 'fastify', ...flags: string[]) =>
  () => ({ program: process.execPath, args: [...flags, ...manifest.scripts[name].split(' ').slice(1)] })

describe('Hono', () => checkServer(node('hono')))
describe('Express', () => checkServer(node('express')))
describe('Fastify', () => checkServer(node('fastify')))
describe('Hono where code generation is refused', () => checkServer(node('hono', '--disallow-code-generation-from-strings')))

it('each example is one page of code', () => {
  for (const file of readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts')))
    expect(readFileSync(`${import.meta.dirname}/${file}`, 'utf8').split('\n').length, file).toBeLessThan(100)
})
