import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { examples } from './models.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

it('each provider answers through its own client, with the tokens that it counted', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--conditions=pf-source', 'providers.ts'], { cwd: folder })
  expect(stderr).toBe('')
  expect(stdout.trim().split('\n')).toEqual(Object.keys(examples).map((name) => `${name}: The share is 40 %. (40 tokens in, 16 out)`))
})
