import { expect, it } from 'vitest'
import type { Brief } from '../briefs/brief.ts'
import { briefFileSchema } from '../briefs/brief-schema.ts'
import { compareResults } from '../compare/compare-results.ts'
import type { EvalResult } from '../result/eval-result.ts'
import { htmlReport, pictureKey } from './html-report.ts'

const script = '</style><script>alert(1)</script><img src=x onerror="alert(1)">\'"&\u202e'
const [brief] = briefFileSchema.parse({ briefs: [{ id: 'b', question: script, expect: { none: 1, reason: script } }] }).briefs as [Brief]
const hostile: EvalResult = {
  format: 'pf-eval-result',
  version: 1,
  created_at: script,
  suite: { name: script, digest: 'd', briefs: 1 },
  configuration: { name: script, model: script, registry_version: script, registry_digest: 'r', replayed: false },
  runs_per_brief: 1,
  runs: [
    {
      brief: 'b',
      run: 0,
      status: 'measured',
      error: { code: script, message: script },
      finish: script,
      answer: script,
      shown: [{ id: 'a', component: script, title: script, references: [script], question: false, text: script }],
      rejected: [],
      scores: { choice: 0.5 },
      total: 0.5,
      notes: [script],
      measures: { model_calls: 1 },
    },
    {
      brief: script,
      run: 0,
      status: 'failed',
      error: { code: script, message: script },
      finish: 'error',
      answer: '',
      shown: [],
      rejected: [],
      scores: {},
      notes: [],
      measures: {},
    },
  ],
}

it('the page escapes everything that models, briefs and files wrote, and loads nothing', () => {
  const pictures = new Map([[pictureKey(0, { brief: 'b', run: 0 }, 0), { missing: script }]])
  const page = htmlReport({ results: [hostile, hostile], comparisons: [compareResults(hostile, hostile)], briefs: [brief], pictures, withoutPictures: script })
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).not.toMatch(/<script|<img|onerror="|\u202e/)
  expect(page.match(/<\/style>/g)).toHaveLength(1)
  expect(page).toContain(`Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`)
  expect(page.match(/(?:src|href|srcset)="(?!data:)/g)).toBeNull()
})

it('the page has the pictures, with the text of the component as their alternative', () => {
  const pictures = new Map([[pictureKey(0, { brief: 'b', run: 0 }, 0), { png: 'TElHSFQ=', width: 640, height: 480, note: 'still loading' }]])
  const page = htmlReport({ results: [hostile], pictures })
  expect(page).toContain('<img src="data:image/png;base64,TElHSFQ=" width="640" height="480" alt="&lt;/style&gt;&lt;script&gt;')
  expect(page).toContain(', still loading')
})
