const picture = /^!\[([^\]]+)\]\(drawing:([\w.-]+)\)$/gm

/** Replaces the drawings of a page by their SVG, so that they follow the colours of the page. The text of the picture stays its alternative. */
export function drawPictures(page: string, read: (name: string) => string): string {
  return page.replaceAll(picture, (_whole, text: string, name: string) => {
    const svg = read(name)
      .trim()
      .replace('<svg ', `<svg role="img" aria-label="${text.replaceAll('"', '&quot;')}" `)
    return `<figure class="drawing not-content">\n${svg}\n</figure>`
  })
}
