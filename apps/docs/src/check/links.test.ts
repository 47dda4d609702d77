import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { brokenLinks } from './links.ts'

let dist = ''
afterEach(() => rmSync(dist, { recursive: true, force: true }))

function write(files: Record<string, string>): string {
  dist = mkdtempSync(join(tmpdir(), 'pf-docs-'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(dist, file, '..'), { recursive: true })
    writeFileSync(join(dist, file), text)
  }
  return dist
}

it('finds links to pages, sections, pictures and scripts that do not exist, and leaves other hosts alone', () => {
  const links = ['/pf/a/', '/pf/a/#one', '#here', 'https://example.com/x', 'a/', '/pf/b/', '/pf/a/#two', '/a/', '#gone']
  const index = `<p id="here">${links.map((link) => `<a href="${link}">x</a>`).join('')}<img src="/pf/no.png"><script src="/pf/a.js"></script>`
  const site = write({ 'index.html': index, 'a/index.html': '<h2 id="one">', 'a.js': '' })
  expect(brokenLinks(site, '/pf/')).toEqual(['/pf/b/', '/pf/a/#two', '/a/', '#gone', '/pf/no.png'].map((target) => `index.html: ${target}`))
})
