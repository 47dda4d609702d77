import { dirname, join, normalize } from 'node:path/posix'
import { includesOf } from '../markdown/includes.ts'
import type { Resolve } from '../markdown/links.ts'
import type { Page } from './page.ts'

interface LinkMapOptions {
  pages: readonly Page[]
  /** The path of the site on its server, with slashes at both ends. */
  base: string
  /** The address of the repository's files on the web, for links to files that are no pages; without it these become text. */
  repository: string | undefined
  isFile(source: string): boolean
  /** Called for each picture that a page shows. Returns its address on the site. */
  onPicture(source: string): string
}

const drawings = 'apps/docs/pictures/'

/** Returns, for a file of the repository, the function that resolves its links. */
export function createLinkMap({ pages, base, repository, isFile, onPicture }: LinkMapOptions): (source: string) => Resolve {
  const files = new Map<string, string>()
  for (const { source, slug, alsoFor = [] } of pages) for (const file of [source, ...alsoFor]) if (!files.has(file)) files.set(file, slug)
  const sections = new Map(pages.flatMap(({ text, slug }) => includesOf(text).map(({ source, id }) => [`${source}#${id ?? ''}`, slug] as const)))
  const address = (slug: string, anchor: string) => `${base}${slug === '' ? '' : `${slug}/`}${anchor}`

  return (source) => (target, image) => {
    if (/^([a-z][a-z+.-]*:|#|\/)/i.test(target)) return target
    const [path = '', id] = target.split('#')
    const file = normalize(join(dirname(source), path)).replace(/\/$/, '')
    // Drawings become a part of the page, so that they follow its colours.
    if (image && file.startsWith(drawings)) return `drawing:${file.slice(drawings.length)}`
    if (image) return isFile(file) ? `${base}${onPicture(file)}` : undefined
    const anchor = id === undefined ? '' : `#${id}`
    const whole = files.get(file)
    if (whole !== undefined) return address(whole, anchor)
    const part = sections.get(`${file}#${id ?? ''}`) ?? sections.get(`${file}#intro`)
    if (part !== undefined) return address(part, '')
    return repository === undefined ? undefined : `${repository}/${file}${anchor}`
  }
}
