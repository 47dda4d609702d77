import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { drawPictures } from '../markdown/drawings.ts'
import { resolveIncludes } from '../markdown/includes.ts'
import { type Resolve, rewriteLinks } from '../markdown/links.ts'
import { descriptionOf, readTitle } from '../markdown/sections.ts'
import { showSnippetContext } from '../markdown/snippet-context.ts'
import { nameColumns } from '../markdown/tables.ts'
import { createLinkMap } from './link-map.ts'
import { navigationOf } from './navigation.ts'
import type { Page } from './page.ts'
import { read, root } from './sources.ts'

interface WriteOptions {
  pages: readonly Page[]
  /** The folder of the generator. */
  site: string
  base: string
  repository: string | undefined
}

/** Writes the pages with their links rewritten, the pictures they show and the navigation into the generator. Returns the number of pages. */
export function writePages({ pages, site, base, repository }: WriteOptions): number {
  const pictures = new Map<string, string>()
  const onPicture = (source: string) => {
    const name = `pictures/${source.replaceAll('/', '-')}`
    pictures.set(source, name)
    return name
  }
  const isFile = (source: string) => existsSync(join(root, source)) && statSync(join(root, source)).isFile()
  const linksFrom = createLinkMap({ pages, base, repository, isFile, onPicture })
  const folder = join(site, 'src/content/docs')
  const titled = pages.map((page) => ({ ...page, ...readTitle(page.text, page.source) }))
  const files = titled.map((page) => ({ path: join(folder, fileOf(page.slug)), text: textOf(page, linksFrom, base) }))
  removeOthers(folder, new Set(files.map(({ path }) => path)))
  for (const { path, text } of files) writeIfChanged(path, text)
  for (const [source, name] of pictures) {
    mkdirSync(dirname(join(site, 'public', name)), { recursive: true })
    copyFileSync(join(root, source), join(site, 'public', name))
  }
  writeIfChanged(join(site, 'src/navigation.json'), JSON.stringify(navigationOf(titled), null, 2))
  return files.length
}

/** Slugs of the generator do not have dots, so the file is an index of its folder. */
const fileOf = (slug: string) => (slug === '' ? 'index.md' : `${slug}/index.md`)

function textOf({ title, body, source, slug }: Page & { title: string; body: string }, linksFrom: (source: string) => Resolve, base: string): string {
  const text = resolveIncludes(rewriteLinks(body, linksFrom(source)), read, (part, from) => rewriteLinks(part, linksFrom(from)))
  const description = descriptionOf(text)
  const data = {
    title,
    slug: slug === '' ? 'index' : slug,
    ...(description ? { description } : {}),
    ...(text.includes('<pf-play') ? { head: [{ tag: 'script', attrs: { type: 'module', src: `${base}play/play.js` } }] } : {}),
  }
  return `---\n${JSON.stringify(data, null, 2)}\n---\n\n${drawPictures(nameColumns(showSnippetContext(text)), (name) => read(`apps/docs/pictures/${name}`))}\n`
}

function writeIfChanged(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function removeOthers(folder: string, kept: ReadonlySet<string>): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.md') && !kept.has(join(folder, name))) rmSync(join(folder, name))
}
