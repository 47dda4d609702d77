import { mapLines } from './lines.ts'

/** Returns what a link or an image leads to on the site, or undefined if the site does not have it. */
export type Resolve = (target: string, image: boolean) => string | undefined

const link = /(!?)\[((?:[^[\]]|\[[^\]]*\]|!\[[^\]]*\]\([^)]*\))*)\]\(([^()\s]+)\)/g

/** Rewrites the targets of links and images outside code. A link to something that the site does not have becomes its text. */
export function rewriteLinks(page: string, resolve: Resolve): string {
  return mapLines(page, (text) => outsideCode(text, (part) => rewrite(part, resolve)))
}

function rewrite(text: string, resolve: Resolve): string {
  return text.replaceAll(link, (_whole, mark: string, label: string, target: string) => {
    const inner = mark ? label : rewrite(label, resolve)
    const found = resolve(target, mark === '!')
    return found === undefined ? inner : `${mark}[${inner}](${found})`
  })
}

/** Applies a change to the parts of a line that are not code. Code inside the text of a link belongs to the link. */
function outsideCode(text: string, change: (part: string) => string): string {
  const held: string[] = []
  const hidden = text.replaceAll(/`[^`]*`/g, (code) => `\uE000${held.push(code) - 1}\uE000`)
  return change(hidden).replaceAll(/\uE000(\d+)\uE000/g, (_whole, index: string) => held[Number(index)] ?? '')
}
