/** Returns the text of the first element with a name, or undefined if there is none. The elements that are read here contain no others. */
export function textOf(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}>`)
  const end = start < 0 ? -1 : xml.indexOf(`</${name}>`, start)
  return end < 0 ? undefined : unescapeXml(xml.slice(start + name.length + 2, end))
}

/** Returns the contents of all elements with a name, as XML. */
export function elementsOf(xml: string, name: string): string[] {
  const found: string[] = []
  for (let at = xml.indexOf(`<${name}>`); at >= 0; ) {
    const end = xml.indexOf(`</${name}>`, at)
    if (end < 0) break
    found.push(xml.slice(at + name.length + 2, end))
    at = xml.indexOf(`<${name}>`, end)
  }
  return found
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** Escapes text for an element. */
export const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
