import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns each link and each asset of a built site that leads to nothing on it, as `page: target`. Other hosts are not asked. */
export function brokenLinks(dist: string, base: string): string[] {
  const files = new Set(readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/')))
  const pages = [...files].filter((file) => file.endsWith('.html'))
  const texts = new Map(pages.map((file) => [file, readFileSync(join(dist, file), 'utf8')]))
  const ids = new Map([...texts].map(([file, text]) => [file, new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => decode(id)))]))

  const isBroken = (page: string, target: string): boolean => {
    if (/^[a-z][a-z+.-]*:/i.test(target)) return false
    const { pathname, hash } = new URL(decode(target), `http://site${base}${page.replace(/index\.html$/, '')}`)
    if (!pathname.startsWith(base)) return true
    const path = decodeURIComponent(pathname.slice(base.length))
    const file = path === '' || path.endsWith('/') ? `${path}index.html` : path
    return !files.has(file) || (hash.length > 1 && file.endsWith('.html') && !ids.get(file)?.has(decodeURIComponent(hash.slice(1))))
  }
  return [...texts].flatMap(([page, text]) =>
    targetsOf(text)
      .filter((target) => isBroken(page, target))
      .map((target) => `${page}: ${target}`),
  )
}

function targetsOf(html: string): string[] {
  return [...new Set([...html.matchAll(/<(?:a|link|img|script|source)\b[^>]*?\s(?:href|src)="([^"]+)"/g)].map(([, target = '']) => target))]
}

const decode = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&quot;', '"')
