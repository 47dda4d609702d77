import type { ComponentText } from '../contracts/component-text.ts'
import { textAt } from './parts.ts'

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#39', "'"],
  ['nbsp', ' '],
])

/** Returns the text of HTML in one line, without tags, comments, scripts and styles. For reading only; it does not sanitize. Runs in linear time. */
function textOfHtml(html: string): string {
  const lower = html.toLowerCase()
  const words: string[] = []
  for (let at = 0; at >= 0 && at < html.length; ) {
    const open = html.indexOf('<', at)
    words.push(html.slice(at, open < 0 ? html.length : open))
    at = open < 0 ? -1 : endOfTag(lower, open)
  }
  return words
    .join(' ')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities.get(name) ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns the index after the tag, comment or silent element that begins at `open`; -1 if it has no end. */
function endOfTag(lower: string, open: number): number {
  const closing = [
    ['<!--', '-->'],
    ['<script', '</script'],
    ['<style', '</style'],
  ].find(([start = '']) => lower.startsWith(start, open))?.[1]
  const from = closing === undefined ? open : lower.indexOf(closing, open)
  const end = from < 0 ? -1 : lower.indexOf('>', from)
  return end < 0 ? -1 : end + 1
}

/** The text in the frame, without markup, styles and scripts. */
export const htmlText: ComponentText = {
  full: (props) => line(textAt(props, 'html')),
  short: (props) => line(textAt(props, 'html').slice(0, 4000)),
}

const line = (html: string) => `HTML view: ${textOfHtml(html) || 'without text'}`
