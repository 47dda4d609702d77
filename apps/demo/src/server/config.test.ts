import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultDataFolder, readConfig } from './config.ts'

describe('the demo configuration', () => {
  it('uses the scripted model and a free loopback port by default', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: undefined,
      data: { kind: 'folder', folder: defaultDataFolder, fresh: false },
      model: { kind: 'scripted' },
    })
  })

  it('uses the given PORT and HOST', () => {
    expect(readConfig({ PORT: '0', HOST: '::1' })).toMatchObject({ port: 0, host: '::1' })
    expect(readConfig({ PORT: '8080' })).toMatchObject({ port: 8080 })
  })

  it('keeps conversations in the repository, in PF_DATA_DIR, in a new folder inside it with --fresh, or in a database', () => {
    expect(existsSync(join(defaultDataFolder, '..', 'pnpm-workspace.yaml'))).toBe(true)
    expect(readConfig({ PF_DATA_DIR: 'data' }, ['--fresh']).data).toEqual({ kind: 'folder', folder: resolve('data'), fresh: true })
    expect(readConfig({ PF_DATA_DIR: 'data', DATABASE_URL: 'postgresql://h/d' }).data).toEqual({ kind: 'database', url: 'postgresql://h/d' })
  })

  it.each([
    [{ DATABASE_URL: 'h/d' }, [], /DATABASE_URL must begin with postgres:/],
    [{ DATABASE_URL: 'postgres://h/d' }, ['--fresh'], /--fresh is for a folder/],
    [{}, ['--fresh', '--reset'], /no option "--reset"/],
  ] as const)('refuses %j with %j', (env, options, says) => {
    expect(() => readConfig(env, options)).toThrow(says)
  })

  it.each(['80a', '-1', '70000', '1.5', ' '])('rejects PORT=%s and names the allowed range', (PORT) => {
    expect(() => readConfig({ PORT })).toThrow(/PORT.*0 to 65535/)
  })

  it('uses a real model when a key or a base URL is given', () => {
    expect(readConfig({ OPENAI_API_KEY: 'k' }).model).toMatchObject({ kind: 'openai', apiKey: 'k' })
    expect(readConfig({ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', OPENAI_MODEL: 'qwen3' }).model).toEqual({
      kind: 'openai',
      apiKey: 'none',
      baseURL: 'http://127.0.0.1:11434/v1',
      name: 'qwen3',
    })
  })

  it.each(['nonsense', 'localhost:11434/v1', '127.0.0.1:8000', 'file:///v1'])('refuses OPENAI_BASE_URL=%s and gives an example', (OPENAI_BASE_URL) => {
    expect(() => readConfig({ OPENAI_BASE_URL })).toThrow(/OPENAI_BASE_URL must begin with http.*11434/)
  })

  it('reports a model name that has neither a key nor a base URL', () => {
    expect(readConfig({ OPENAI_MODEL: 'qwen3' }).model).toEqual({ kind: 'scripted', ignored: 'qwen3' })
  })
})
