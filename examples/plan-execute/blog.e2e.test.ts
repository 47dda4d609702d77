import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('[001-comp-04] researches, writes the post from it and answers, with two model calls, as its page says', () => {
  const cwd = fileURLToPath(new URL('.', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--conditions=pf-source', 'blog.ts'], {
    cwd,
    env: { PATH: process.env.PATH ?? '' },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('"title":"All about tides"')
  expect(stdout).toContain('The post about tides is written, with two sources.')
  expect(stdout).toContain('"model_calls":2')
  expect(stdout).not.toContain('example.com/measurements"}],"instructions')
})
