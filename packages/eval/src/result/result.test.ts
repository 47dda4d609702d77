import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { EvalResult } from './eval-result.ts'
import { readResult, writeResult } from './result-file.ts'

it('a result is read as it was written, also with columns named like members of objects', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pf-eval-'))
  const props = { columns: [{ field: 'constructor' }], rows: [{ constructor: 'Ferrari', toString: 7 }] }
  const result: EvalResult = {
    format: 'pf-eval-result',
    version: 1,
    created_at: '2026-11-30T00:00:00.000Z',
    suite: { name: 'own', digest: 'd', briefs: 1 },
    configuration: { name: 'a', model: 'm', registry_version: '1', registry_digest: 'r', replayed: false },
    runs_per_brief: 1,
    runs: [
      {
        brief: 'b',
        run: 0,
        status: 'measured',
        finish: 'answer',
        answer: 'A.',
        shown: [{ id: 'a', component: 'datagrid', props, references: [], question: false, text: 'Ferrari' }],
        rejected: [],
        scores: { choice: 1 },
        total: 1,
        notes: [],
        measures: { model_calls: 1 },
      },
    ],
  }
  await writeResult(join(folder, 'a.json'), result)
  expect(await readResult(join(folder, 'a.json'))).toEqual(result)
  await rm(folder, { recursive: true })
})
