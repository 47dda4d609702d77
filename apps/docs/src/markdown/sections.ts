import { readLines } from './lines.ts'

const heading = /^(#{1,6}) (.+)$/

/** Returns the id that GitHub and the site give to a heading. */
export function slugOf(text: string): string {
  return plain(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')
}

/** Returns text without the marks of Markdown. */
export function plain(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .trim()
}

/** Splits a page into its title, the text of the first heading of level 1, and the rest. */
export function readTitle(page: string, source: string): { title: string; body: string } {
  const lines = readLines(page)
  const at = lines.findIndex(({ text, verbatim }) => !verbatim && text.startsWith('# '))
  const found = lines[at]
  if (!found) throw new Error(`${source} has no title: a line that begins with "# "`)
  const body = lines.filter((_, index) => index !== at).map(({ text }) => text)
  return { title: plain(found.text.slice(2)), body: body.join('\n').trimStart() }
}

/** Returns the text from a page's title to its first section. */
export function introOf(page: string, source: string): string {
  const { body } = readTitle(page, source)
  const lines = readLines(body)
  const end = lines.findIndex(({ text, verbatim }) => !verbatim && heading.test(text))
  return lines
    .slice(0, end < 0 ? undefined : end)
    .map(({ text }) => text)
    .join('\n')
    .trim()
}

/** Returns a section without its heading, up to the next heading of its level or a higher one. `id` is the id of the heading. */
export function sectionOf(page: string, id: string, source: string): string {
  const lines = readLines(page)
  const levelOf = ({ text, verbatim }: (typeof lines)[number]) => (verbatim ? undefined : heading.exec(text)?.[1]?.length)
  const from = lines.findIndex((line) => levelOf(line) !== undefined && slugOf(line.text.replace(/^#+ /, '')) === id)
  const first = lines[from]
  if (!first) throw new Error(`${source} has no section #${id}`)
  const level = levelOf(first) ?? 1
  const length = lines.slice(from + 1).findIndex((line) => (levelOf(line) ?? Number.POSITIVE_INFINITY) <= level)
  return lines
    .slice(from + 1, length < 0 ? undefined : from + 1 + length)
    .map(({ text }) => text)
    .join('\n')
    .trim()
}

/** Returns the first paragraph of a page as plain text of at most 160 characters, for search engines. */
export function descriptionOf(body: string): string | undefined {
  const first = readLines(body)
    .filter(({ verbatim }) => !verbatim)
    .map(({ text }) => text)
    .join('\n')
    .split(/\n\s*\n/)
    .map((block) => plain(block.replaceAll('\n', ' ')))
    .find((block) => /^[\p{L}\p{N}]/u.test(block))
  return first && first.length > 160 ? `${first.slice(0, 157).replace(/\s+\S*$/, '')} …` : first
}
