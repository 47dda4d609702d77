import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../tooling/test-setup/cpu-time.ts'
import { shortenPaths } from './thrown-message.ts'

describe('shortenPaths', () => {
  it.each([
    ['at /root/app/node_modules/x.js:1:2', 'at ***/x.js'],
    ['at Object.<anonymous> (/root/app/x.js:10:20)', 'at Object.<anonymous> (***/x.js)'],
    ["ENOENT: no such file or directory, open '/home/jane/My Files/report.csv'", "ENOENT: no such file or directory, open '***/report.csv'"],
    ['file:///srv/app/dist/main.mjs:3:1 failed', '***/main.mjs failed'],
    ['cannot read C:\\Users\\Jane Doe\\app\\x.ts:7', 'cannot read ***/x.ts'],
    ['cannot read C:\\\\Users\\\\jane\\\\x.ts', 'cannot read ***/x.ts'],
    ['see D:/builds/app/x.ts.', 'see ***/x.ts.'],
    ['share \\\\files\\team\\plan.docx', 'share ***/plan.docx'],
    ['Cannot find module ../../node_modules/pg/lib/index.js', 'Cannot find module ***/index.js'],
    ['in node_modules\\pg\\lib\\index.js:5:1', 'in ***/index.js'],
    ['home /home/jane.doe and C:\\Users\\jane.doe', 'home *** and ***'],
    ['key ~/.ssh/id_rsa and /root/.ssh/id_rsa', 'key *** and ***'],
    ['Error:/custom/place/x.js:1', 'Error:***/x.js'],
    ['[/custom/place/x.js:1:2]', '[***/x.js]'],
    ['two: /tmp/a/b.js, /tmp/c', 'two: ***/b.js, ***'],
  ])('%s', (text, shortened) => {
    expect(shortenPaths(text)).toBe(shortened)
    expect(shortenPaths(shortened)).toBe(shortened)
  })

  it.each([
    'GET https://api.example.com/v1/users/42 returned 404',
    'http://localhost:3000/home/page.html is down',
    'GET /v1/users/42 returned 404',
    'invalid at "/props/data/0/rows"',
    'and/or, 1/2, 3:4, a: b',
    'No page at /intro',
  ])('leaves %s as it is', (text) => {
    expect(shortenPaths(text)).toBe(text)
  })

  it('lets no directory of a path through, and ends soon for any text', () => {
    const part = fc.stringMatching(/^[a-z][a-z0-9_-]{3,8}$/)
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.constantFrom('', '(', '"', "'", '`', '=', ' at '), (parts, before) => {
        const text = shortenPaths(`failed ${before}/secretdir/${parts.join('/')}/x.js:1:2`)
        expect(text).not.toContain('secretdir')
        expect(text).not.toContain(':1:2')
      }),
    )
    for (const hard of ["'/", '/a', 'C:\\', '\\\\a', 'a/node_module', '~/', ':1', ' /', '`/a ']) {
      const started = cpuTime()
      shortenPaths(hard.repeat(500).slice(0, 1_000))
      expect(cpuTime() - started).toBeLessThan(10_000)
    }
  })
})
